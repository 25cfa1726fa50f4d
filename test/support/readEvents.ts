import { parseJson } from "../../src/core/parseJson.js";

/** Server-sent events as they come. */
export interface Events {
  /** The data of the next event of that type. */
  next(type: string): Promise<unknown>;
}

/** Reads a response that streams. Resolves once the stream has begun. */
export async function readEvents(response: Response): Promise<Events> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("the response has no body");
  let text = (await reader.read()).value ?? "";
  return {
    async next(type) {
      const event = new RegExp(`event: ${type}\ndata: (.*)\n\n`);
      for (;;) {
        const found = event.exec(text);
        if (found !== null) {
          text = text.slice(found.index + found[0].length);
          return parseJson(found[1] ?? "");
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended after: ${text}`);
        text += value;
      }
    },
  };
}
