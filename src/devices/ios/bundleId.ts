import { invalidArgument } from "../deviceRefusals.js";

// https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleidentifier
const BUNDLE_ID = /^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+$/;
const LONGEST_BUNDLE_ID = 255;

/** Lets only a well-formed bundle id through; it can be no option of a program. @throws Refusal `invalid_arguments`. */
export function requireBundleId(appId: string): string {
  if (!BUNDLE_ID.test(appId) || appId.length > LONGEST_BUNDLE_ID) {
    throw invalidArgument("appId", "an iOS bundle id looks like com.example.app: letters, digits, `-` and `.`");
  }
  return appId;
}
