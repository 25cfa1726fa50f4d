import { quoteText } from "../../core/quoteText.js";

// https://developer.android.com/reference/android/content/pm/PackageInstaller and the constants of PackageManager.
const REASONS: readonly { readonly said: RegExp; readonly reason: string }[] = [
  {
    said: /INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|SHARED_USER_INCOMPATIBLE)|signatures? do not match/,
    reason:
      "an app of the same id with another signature is installed; only uninstallApp, which deletes its data, makes room",
  },
  {
    said: /INSTALL_FAILED_VERSION_DOWNGRADE/,
    reason: "a newer version of it is installed; only uninstallApp, which deletes its data, makes room",
  },
  { said: /INSTALL_FAILED_(?:INSUFFICIENT_STORAGE|MEDIA_UNAVAILABLE)/, reason: "the device has no room for it" },
  { said: /INSTALL_FAILED_OLDER_SDK/, reason: "it needs a newer version of Android than the device has" },
  { said: /INSTALL_FAILED_(?:NEWER_SDK|DEPRECATED_SDK_VERSION)/, reason: "it is too old for this version of Android" },
  { said: /INSTALL_FAILED_NO_MATCHING_ABIS/, reason: "it was not built for the device's processor" },
  { said: /INSTALL_FAILED_MISSING_SPLIT/, reason: "it is one part of an app that comes in several files" },
  {
    said: /INSTALL_FAILED_MISSING_(?:SHARED_LIBRARY|FEATURE)/,
    reason: "the device lacks a library or feature that it needs",
  },
  {
    said: /INSTALL_FAILED_TEST_ONLY/,
    reason: "it is marked as for tests only, as builds from Android Studio's Run are",
  },
  {
    said: /INSTALL_FAILED_(?:USER_RESTRICTED|ABORTED)/,
    reason: "the device's user or its settings do not allow it: look for a prompt on its screen",
  },
  { said: /INSTALL_FAILED_VERIFICATION/, reason: "the device's own check for harmful apps turned it down" },
  { said: /INSTALL_FAILED_(?:DUPLICATE|CONFLICTING)_/, reason: "it claims a permission or provider of another app" },
  { said: /INSTALL_PARSE_FAILED_NO_CERTIFICATES/, reason: "it is not signed" },
  { said: /INSTALL_PARSE_FAILED|INSTALL_FAILED_(?:INVALID_APK|BAD_DEX)/, reason: "the file is no valid APK" },
];

/** What the package manager's failure comes down to, in words; what it said where that is not known. */
export function toInstallReason(output: string): string {
  const known = REASONS.find(({ said }) => said.test(output))?.reason;
  return known ?? (quoteText(output.trim()) || "the device gave no reason");
}
