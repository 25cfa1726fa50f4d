import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.js";
import { readDeclared } from "./declaredElicitation.js";

/** Reads the request's own envelope; the connection says nothing on the modern era. */
export function readModernCaller(context: Pick<ServerContext, "mcpReq">): Caller {
  const client = member(context.mcpReq.envelope, CLIENT_INFO_META_KEY);
  return {
    declared: readDeclared(readCapability(context, "elicitation")),
    name: text(member(client, "name")),
    version: text(member(client, "version")),
  };
}

/** Whether the request's own envelope declares an extension. The SDK rejects settings that are no object with `-32602`. */
export function declaresExtension(context: Pick<ServerContext, "mcpReq">, id: string): boolean {
  return member(readCapability(context, "extensions"), id) !== undefined;
}

/** One capability of the request's client, as it came. */
function readCapability({ mcpReq }: Pick<ServerContext, "mcpReq">, name: string): unknown {
  return member(member(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY), name);
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
