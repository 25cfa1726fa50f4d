import { z } from "zod";
import type { DefineCommand } from "../commandDefinitions.js";

const options = z.object({ json: z.boolean().default(false), html: z.string().optional() });

/** `report`. */
export const defineReport: DefineCommand = (program, context, { ending }) => {
  const command = program
    .command("report")
    .description("how questions ended, per client, from the logs in the state folder")
    .option("--json", "print one line of JSON")
    .option("--html <FILE>", "write a page with charts as well");
  command.action(async () => {
    const { json, html } = options.parse(command.opts());
    const { runReport } = await import("./reportCommand.js");
    ending.code = await runReport({ asJson: json, html }, context);
  });
};
