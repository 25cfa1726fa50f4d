import type { Phone } from "../../phone/phone.js";
import { type Command, type CommandResult, type CommandTable, failed, printed } from "../command.js";
import { readAll } from "./text.js";

const cat: Command = async ({ phone, args, stdin }) => {
  const paths = args.filter((arg) => !arg.startsWith("-") || arg === "-");
  if (paths.length === 0) return printed(await readAll(stdin));
  const parts: Uint8Array[] = [];
  let stderr = "";
  for (const path of paths) {
    const data = path === "-" ? await readAll(stdin) : readFile(phone, path);
    if (data === undefined) stderr += `cat: ${path}: No such file or directory\n`;
    else parts.push(data);
  }
  return { stdout: Buffer.concat(parts), stderr, exitCode: stderr === "" ? 0 : 1 };
};

/** The bytes of a stored file, or of one that the kernel makes up. */
export function readFile(phone: Phone, path: string): Uint8Array | undefined {
  const made = KERNEL_FILES.get(path)?.(phone);
  if (made !== undefined) return Buffer.from(made);
  const node = phone.files.get(path);
  return node?.kind === "file" ? node.data : undefined;
}

const KERNEL_FILES: ReadonlyMap<string, (phone: Phone) => string> = new Map([
  ["/proc/sys/kernel/random/boot_id", (phone: Phone): string => `${phone.profile().bootId}\n`],
  ["/proc/version", (): string => "Linux version 5.15.0-lab (lab) #1 SMP PREEMPT\n"],
  ["/dev/null", (): string => ""],
]);

const ls: Command = ({ phone, args }) => {
  const paths = args.filter((arg) => !arg.startsWith("-"));
  const isLong = args.some((arg) => /^-\w*l/.test(arg));
  const [path = "/"] = paths;
  const node = phone.files.get(path);
  if (node === undefined) return failed(`ls: ${path}: No such file or directory\n`);
  const names = phone.files.list(path) ?? [path];
  const text = names.map((name) => (isLong ? longLine(phone, path, name) : `${name}\n`)).join("");
  return printed(text);
};

function longLine(phone: Phone, folder: string, name: string): string {
  const node = phone.files.get(name === folder ? name : `${folder}/${name}`);
  const bytes = node?.kind === "file" ? node.data.length : 4096;
  const rights = node?.kind === "file" ? "-rw-rw----" : "drwxrwx--x";
  const when = new Date((node?.modifiedS ?? 0) * 1000).toISOString().slice(0, 16).replace("T", " ");
  return `${rights} 1 shell shell ${String(bytes).padStart(8)} ${when} ${name}\n`;
}

const rm: Command = ({ phone, args }) => {
  const isForced = args.some((arg) => /^-\w*f/.test(arg));
  const isDeep = args.some((arg) => /^-\w*[rR]/.test(arg));
  const errors = args
    .filter((arg) => !arg.startsWith("-"))
    .flatMap((path) => {
      if (phone.files.get(path)?.kind === "folder" && !isDeep) return [`rm: ${path}: Is a directory\n`];
      return phone.files.remove(path) || isForced ? [] : [`rm: ${path}: No such file or directory\n`];
    });
  return withErrors(errors);
};

const mkdir: Command = ({ phone, args }) => {
  const makesParents = args.some((arg) => /^-\w*p/.test(arg));
  const errors = args
    .filter((arg) => !arg.startsWith("-"))
    .flatMap((path) => {
      if (phone.files.get(path) !== undefined && !makesParents) return [`mkdir: '${path}': File exists\n`];
      phone.files.makeFolder(path);
      return [];
    });
  return withErrors(errors);
};

function withErrors(errors: readonly string[]): CommandResult {
  return { stdout: "", stderr: errors.join(""), exitCode: errors.length > 0 ? 1 : 0 };
}

const df: Command = () =>
  printed(
    "Filesystem       1K-blocks    Used Available Use% Mounted on\n" +
      "/dev/block/dm-0     262144   65536    196608  25% /data\n",
  );

/** Commands on files. */
export const FILE_COMMANDS: CommandTable = new Map([
  ["cat", cat],
  ["df", df],
  ["ls", ls],
  ["mkdir", mkdir],
  ["rm", rm],
]);
