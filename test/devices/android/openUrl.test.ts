import { expect, it } from "vitest";
import { openUrl } from "../../../src/devices/android/openUrl.js";
import { fakeDeviceShell } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

it.each([
  ["https://example.com/a?b=c&d=e", String.raw`'https://example.com/a?b=c&d=e'`],
  ["myapp:a';echo$IFS`id`;'b", String.raw`'myapp:a'\'';echo$IFS${"`id`"};'\''b'`],
])("opens %s, whatever its characters mean to a shell (case 123)", async (url, quoted) => {
  const device = fakeDeviceShell({ stdout: "Starting: Intent { dat=x:Error-in-Exception }\n" });
  await openUrl(device, url, unaborted);
  expect(device.commands).toEqual([`am start -a android.intent.action.VIEW -d ${quoted} 2>&1`]);
});

it.each(["example.com", "", "https://a b", "https://a\nb", "-a:b c", "intent:#Intent;component=a/b;end"])(
  "takes %j for no URL, and runs nothing (case 122)",
  async (url) => {
    const device = fakeDeviceShell();
    expect((await asyncRefusalOf(openUrl(device, url, unaborted))).code).toBe("invalid_arguments");
    expect(device.commands).toEqual([]);
  },
);

it.each([
  ["Error: Activity not started, unable to resolve Intent { act=VIEW }", "no app on it opens such a URL"],
  ["java.lang.SecurityException: Permission Denial", "java.lang.SecurityException: Permission Denial"],
])("refuses after %j", async (stdout, output) => {
  const refusal = await asyncRefusalOf(openUrl(fakeDeviceShell({ stdout }), "foo:bar", unaborted));
  expect(refusal).toMatchObject({ code: "command_failed", data: { output } });
});
