import type { CommandTable } from "./command.js";
import { ACTIVITY_COMMANDS } from "./commands/activity.js";
import { DUMPSYS_COMMANDS } from "./commands/dumpsys.js";
import { FILE_COMMANDS } from "./commands/files.js";
import { INPUT_COMMANDS } from "./commands/input.js";
import { PACKAGE_COMMANDS } from "./commands/packages.js";
import { SCREEN_COMMANDS } from "./commands/screen.js";
import { SERVICE_COMMANDS } from "./commands/services.js";
import { SYSTEM_COMMANDS } from "./commands/system.js";
import { TEXT_COMMANDS } from "./commands/text.js";

/** Every command that the phone's shell knows. */
export const COMMANDS: CommandTable = new Map([
  ...ACTIVITY_COMMANDS,
  ...DUMPSYS_COMMANDS,
  ...FILE_COMMANDS,
  ...INPUT_COMMANDS,
  ...PACKAGE_COMMANDS,
  ...SCREEN_COMMANDS,
  ...SERVICE_COMMANDS,
  ...SYSTEM_COMMANDS,
  ...TEXT_COMMANDS,
]);
