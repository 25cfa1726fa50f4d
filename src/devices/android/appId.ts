import { invalidArgument } from "../deviceRefusals.js";

// https://developer.android.com/build/configure-app-module#set-application-id
const APP_ID = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/;
const LONGEST_APP_ID = 255;

/** Lets only a well-formed Android application id through. @throws Refusal `invalid_arguments`. */
export function requireAppId(appId: string): string {
  if (!APP_ID.test(appId) || appId.length > LONGEST_APP_ID) {
    throw invalidArgument(
      "appId",
      "an Android app id looks like com.example.app: letters, digits, `_` and at least one dot",
    );
  }
  return appId;
}
