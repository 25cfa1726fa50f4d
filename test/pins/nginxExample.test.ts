import { expect, it } from "vitest";
import { readNginxExample, withPlaces } from "../support/nginxExample.js";

it("the nginx of the tests is that of the docs, but for addresses and files", async () => {
  const example = await readNginxExample();
  const places = { replicas: ["R1:1", "R2:2"], listen: "H:3", certificate: "/c", key: "/k" } as const;
  const documented = example.split("\n");
  const tested = withPlaces(example, places).split("\n");

  expect(tested).toHaveLength(documented.length);
  expect(documented.flatMap((line, at) => (line === tested[at] ? [] : [[line, tested[at]]]))).toEqual([
    ["  server replica-1.example:8765;", "  server R1:1;"],
    ["  server replica-2.example:8765;", "  server R2:2;"],
    ["  listen 443 ssl;", "  listen H:3 ssl;"],
    ["  ssl_certificate phones.example.pem;", "  ssl_certificate /c;"],
    ["  ssl_certificate_key phones.example.key;", "  ssl_certificate_key /k;"],
  ]);
});
