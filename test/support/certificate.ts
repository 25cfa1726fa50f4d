import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Two files: a certificate that nobody has signed but itself, and its key. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly key: string;
}

const PROGRAM = "openssl";

/** Whether this machine can make one. */
export function hasOpenssl(): boolean {
  try {
    execFileSync(PROGRAM, ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Makes one for this host name, that is good for a day, in this folder. */
export async function makeCertificate(folder: string, name: string): Promise<OwnCertificate> {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "certificate.key");
  await promisify(execFile)(PROGRAM, [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", `/CN=${name}`],
    ...["-addext", `subjectAltName=DNS:${name}`, "-keyout", key, "-out", certificate],
  ]);
  return { certificate, key };
}
