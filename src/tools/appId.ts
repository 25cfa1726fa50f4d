import { z } from "zod";

const LONGEST_APP_ID = 255;

/** The id of an app, in what Android package names and iOS bundle ids are made of; a driver may be stricter. */
export const APP_ID = z
  .string()
  .max(LONGEST_APP_ID)
  .regex(/^\w[\w-]*(\.[\w-]+)+$/, { error: "is no app id, such as com.example.app" })
  .describe("From listApps, for example com.example.app.");
