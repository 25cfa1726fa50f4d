import { readFile } from "node:fs/promises";
import type { OwnCertificate } from "./certificate.js";

/** The host name under which clients know the example's nginx. */
export const EXAMPLE_HOST = "phones.example";

/** What must be this machine's own in the example: everything else of it is used as it stands. */
export interface ExamplePlaces extends OwnCertificate {
  /** `HOST:PORT` of both replicas. */
  readonly replicas: readonly [string, string];
  /** `HOST:PORT` where nginx listens. */
  readonly listen: string;
}

/** The nginx configuration of docs/scaling.md, to the byte. */
export async function readNginxExample(): Promise<string> {
  const [, example] = /^```nginx\n([\s\S]*?)^```$/m.exec(await readFile("docs/scaling.md", "utf8")) ?? [];
  if (example === undefined) throw new Error("docs/scaling.md shows no nginx configuration");
  return example;
}

/** The example with other places in it. @throws Error when it does not name one of its own exactly once. */
export function withPlaces(example: string, { replicas, listen, certificate, key }: ExamplePlaces): string {
  const changes = [
    [" replica-1.example:8765;", ` ${replicas[0]};`],
    [" replica-2.example:8765;", ` ${replicas[1]};`],
    [" 443 ssl;", ` ${listen} ssl;`],
    [` ${EXAMPLE_HOST}.pem;`, ` ${certificate};`],
    [` ${EXAMPLE_HOST}.key;`, ` ${key};`],
  ] as const;
  return changes.reduce((text, [from, to]) => {
    const [before, after, ...others] = text.split(from);
    if (before === undefined || after === undefined || others.length > 0) throw new Error(`not once:${from}`);
    return `${before}${to}${after}`;
  }, example);
}
