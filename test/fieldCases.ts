/** How one case from the field is dealt with. Paths are under `test/`. */
export type FieldCase =
  | { readonly case: number; readonly test: string; readonly title: string }
  /** Does not apply; `line` of docs/limits.md says why. */
  | { readonly case: number; readonly limit: string };

/**
 * Everything that has gone wrong for users of tools of this kind, by the number under which the tests name it, each with a
 * test of its kind. Others of the same kinds are tested beside it.
 */
export const FIELD_CASES: readonly FieldCase[] = [
  {
    case: 1,
    test: "tools/toolRunner.test.ts",
    title: "$name refuses two devices alike, through its own site, and touches neither",
  },
  {
    case: 2,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  { case: 4, test: "devices/ios/simulatorDriver.test.ts", title: "starts an app on that simulator and on no other" },
  {
    case: 5,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  {
    case: 6,
    test: "targeting/resolveTarget.test.ts",
    title: "counts only devices of the platform that the call asks for",
  },
  {
    case: 7,
    test: "tools/toolRunner.test.ts",
    title: "stops on a bug before it touches a device through a driver of the other platform",
  },
  { case: 9, test: "devices/ios/xcrun.test.ts", title: "is given the word nowhere in the source" },
  { case: 10, test: "devices/ios/discovery.test.ts", title: "breaks no tie between simulators that are booted" },
  { case: 11, test: "devices/ios/discovery.test.ts", title: "counts no simulator that is shut down, and starts none" },
  { case: 12, test: "devices/ios/discovery.test.ts", title: "breaks no tie between simulators that are booted" },
  { case: 13, test: "targeting/resolveTarget.test.ts", title: "refuses a named device of the other platform" },
  {
    case: 14,
    test: "pins/toolsList.test.ts",
    title: "lets every call of $name say its device, and every result say which it was",
  },
  { case: 15, test: "tools/noCurrentDevice.test.ts", title: "says in each result which device it really ran on" },
  {
    case: 16,
    test: "tools/noCurrentDevice.test.ts",
    title: "does not move to another device when the one of the last call is gone",
  },
  { case: 18, test: "devices/ios/discovery.test.ts", title: "takes a named simulator, whatever else is attached" },
  {
    case: 19,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  { case: 20, test: "tools/deviceLife.test.ts", title: "starts nothing for %s, and lists what there is" },
  {
    case: 22,
    test: "tools/noCurrentDevice.test.ts",
    title: "prefers neither the first of a list nor a phone to an emulator",
  },
  {
    case: 23,
    test: "tools/toolRunner.test.ts",
    title: "takes one snapshot, and says which device it ran on and how that was chosen",
  },
  {
    case: 24,
    test: "devices/android/deviceShell.test.ts",
    title: "names the exact serial, and sends nothing more on that connection than the command",
  },
  {
    case: 25,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  {
    case: 26,
    test: "tools/noCurrentDevice.test.ts",
    title: "keeps no choice for the next call: without an id it is refused again",
  },
  {
    case: 27,
    test: "targeting/resolveTarget.test.ts",
    title: "refuses a named one that is %s although another is ready",
  },
  {
    case: 28,
    test: "targeting/targetRefusals.test.ts",
    title: "says what to repeat when several devices could be meant",
  },
  {
    case: 29,
    test: "targeting/targetRefusals.test.ts",
    title: "says what to repeat when several devices could be meant",
  },
  { case: 30, test: "tools/noCurrentDevice.test.ts", title: "asks for no choice where one device is ready" },
  { case: 31, test: "targeting/resolveTarget.test.ts", title: "counts only devices that the tool can drive" },
  { case: 32, test: "tools/deviceLife.test.ts", title: "starts nothing while it looks for its device" },
  {
    case: 35,
    test: "elicitation/legacyAnswers.test.ts",
    title: "gives the refusal byte for byte and runs nothing: %s",
  },
  {
    case: 36,
    test: "elicitation/legacyAnswers.test.ts",
    title: "gives the refusal byte for byte and runs nothing: %s",
  },
  {
    case: 37,
    test: "elicitation/legacyAsk.test.ts",
    title: "is not asked about while the switch is off, and is again when it is on",
  },
  {
    case: 38,
    test: "elicitation/legacyAsk.test.ts",
    title: "is asked about once, in a form with one entry per candidate in the refusal's order",
  },
  {
    case: 39,
    test: "elicitation/legacyAsk.test.ts",
    title: "takes the unchanged path when the client declares nothing: no question, no timer",
  },
  { case: 40, test: "elicitation/modernAsk.test.ts", title: "is asked about when its envelope declares %s" },
  {
    case: 41,
    test: "elicitation/legacyAskEnds.test.ts",
    title: "stands for 20 seconds on one timer, and is withdrawn once when they are over",
  },
  {
    case: 43,
    test: "elicitation/modernAnswers.test.ts",
    title: "gives the refusal byte for byte, asks nothing and runs nothing: %s",
  },
  { case: 44, test: "elicitation/modernState.test.ts", title: "of one call does not fit %s" },
  {
    case: 45,
    test: "elicitation/modernAsk.test.ts",
    title: "is answered with its question at once, and nothing waits",
  },
  {
    case: 46,
    test: "server/dispatcherModern.test.ts",
    title: "is the call's own result, with no _meta but the SDK's name of the server",
  },
  {
    case: 47,
    test: "elicitation/legacyAsk.test.ts",
    title: "is asked about once, in a form with one entry per candidate in the refusal's order",
  },
  {
    case: 48,
    test: "elicitation/legacyAnswers.test.ts",
    title: "gives the refusal byte for byte and runs nothing: %s",
  },
  {
    case: 50,
    test: "e2e/proxy.test.ts",
    title: "asks its legacy client once, runs the call on the device that was picked, and writes one record",
  },
  {
    case: 51,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  {
    case: 52,
    test: "contract/attachedTwice.test.ts",
    title: "a phone and an emulator are each one device, whichever way they are driven",
  },
  {
    case: 53,
    test: "devices/android/deviceGroups.test.ts",
    title: "a phone whose cable is offline, which goes after Wi-Fi",
  },
  {
    case: 55,
    test: "devices/android/deviceGroups.test.ts",
    title: "before the device was asked is the model that adb shows, and its kind is not guessed",
  },
  {
    case: 57,
    test: "contract/attachedTwice.test.ts",
    title: "a phone and an emulator are each one device, whichever way they are driven",
  },
  { case: 58, test: "contract/androidDriver.contract.ts", title: "takes another phone under the same id for another" },
  {
    case: 59,
    test: "tools/toolRunner.test.ts",
    title: "says under which id a device that it has seen seems to be back",
  },
  {
    case: 60,
    test: "tools/toolRunner.test.ts",
    title: "says under which id a device that it has seen seems to be back",
  },
  { case: 61, test: "devices/ios/hardwareDevice.test.ts", title: "has one id, and answers to the other" },
  { case: 63, test: "devices/ios/discovery.test.ts", title: "takes %s for the one phone that it is" },
  {
    case: 64,
    test: "tools/noCurrentDevice.test.ts",
    title: "takes an id of any shape as it is, for whatever its source says that it is",
  },
  {
    case: 66,
    test: "devices/ios/hardwareDevice.test.ts",
    title: "gives phones and tablets, each in its own state, whatever else is in it",
  },
  {
    case: 68,
    test: "tools/noCurrentDevice.test.ts",
    title: "takes an id of any shape as it is, for whatever its source says that it is",
  },
  { case: 69, test: "targeting/resolveTarget.test.ts", title: "does not count it beside a ready one" },
  { case: 70, test: "targeting/resolveTarget.test.ts", title: "does not count it beside a ready one" },
  { case: 73, test: "devices/android/adbState.test.ts", title: "reads the state %j" },
  { case: 74, test: "targeting/resolveTarget.test.ts", title: "never takes it for want of another" },
  {
    case: 77,
    test: "targeting/resolveTarget.test.ts",
    title: "does not take a device for the only one while a source could not be asked",
  },
  {
    case: 78,
    test: "devices/ios/discovery.test.ts",
    title: "says of each program that fails why, and goes on with the other",
  },
  {
    case: 79,
    test: "devices/inventory.test.ts",
    title: "says of each source how it ended, and shows the devices of those that did not fail",
  },
  { case: 80, test: "devices/ios/discovery.test.ts", title: "lists a phone that is away, and never counts it" },
  {
    case: 82,
    test: "devices/ios/hardwareDevice.test.ts",
    title: "gives phones and tablets, each in its own state, whatever else is in it",
  },
  { case: 83, test: "devices/ios/simulatorDevice.test.ts", title: "is never ready without its runtime: %j" },
  { case: 85, test: "contract/androidDriver.contract.ts", title: "does not call a device ready that %s, until it is" },
  { case: 87, test: "contract/androidDriver.contract.ts", title: "says that the display is off" },
  {
    case: 88,
    test: "devices/android/serverStarter.test.ts",
    title: "names every place where adb was looked for, and looks again at the next call",
  },
  {
    case: 89,
    test: "devices/android/deviceTracker.test.ts",
    title: "connects to nothing before it is first asked, then once for all who ask",
  },
  {
    case: 91,
    test: "devices/ios/wdaDriver.test.ts",
    title: "leaves open whether a tap was made, and does not make it again",
  },
  {
    case: 92,
    test: "pins/adbServerLeftAlone.test.ts",
    title: "is asked by no line of the product to end, or to let go of a device",
  },
  {
    case: 94,
    test: "system/processRunner.test.ts",
    title: "closes standard input, so that nothing waits for a person",
  },
  { case: 96, limit: "A phone that another adb server holds shows as offline or not at all." },
  {
    case: 97,
    test: "devices/ios/wdaLink.test.ts",
    title: "is never one that listens at its address but runs on another simulator",
  },
  {
    case: 98,
    test: "devices/android/emulators.test.ts",
    title: "is given up after a time, and ends what it started and nothing else",
  },
  {
    case: 99,
    test: "tools/noCurrentDevice.test.ts",
    title: "runs each call on the device that it names, whatever was named before",
  },
  { case: 100, test: "tools/inDeviceTurn.test.ts", title: "show in listDevices while they run" },
  { case: 101, limit: "Nothing is leased." },
  {
    case: 102,
    test: "tools/noCurrentDevice.test.ts",
    title: "keeps no choice for the next call: without an id it is refused again",
  },
  { case: 103, limit: "The server writes no device id into any file of yours" },
  {
    case: 104,
    test: "devices/android/emulators.test.ts",
    title: "tells two that start at once apart by what each reports itself",
  },
  {
    case: 105,
    test: "e2e/proxyFaults.test.ts",
    title: "says of a call that the daemon died in that it may have run, does not repeat it, and joins a new daemon",
  },
  { case: 106, test: "e2e/daemon.test.ts", title: "takes no other port than the one that it was given" },
  { case: 107, test: "e2e/daemon.test.ts", title: "has no second one beside it while it hangs, and nobody ends it" },
  {
    case: 109,
    test: "devices/deviceQueue.test.ts",
    title: "lets no device wait for another",
  },
  { case: 110, test: "tools/inDeviceTurn.test.ts", title: "do not run when they are cancelled before their turn" },
  { case: 111, test: "devices/android/installApp.test.ts", title: "says after a stream that ended as %s that it %s" },
  {
    case: 112,
    test: "contract/androidDriver.contract.ts",
    title: "refuses with what the device said in place of a tree or a picture",
  },
  { case: 114, test: "contract/androidDriver.contract.ts", title: "reads a tree of five megabytes" },
  {
    case: 116,
    test: "contract/androidDriver.contract.ts",
    title: "gives a picture with its size, and the warning that came before it",
  },
  {
    case: 118,
    test: "contract/androidDriver.contract.ts",
    title: "refuses with what the device said in place of a tree or a picture",
  },
  { case: 119, test: "tools/read.test.ts", title: "passes the picture on byte for byte with maxWidth $maxWidth" },
  { case: 120, test: "devices/ios/wdaDriver.test.ts", title: "explains a tree that is empty, and invents none" },
  {
    case: 121,
    test: "devices/android/uiTree.test.ts",
    title: "quotes $output in place of a tree, though every status was 0",
  },
  {
    case: 122,
    test: "devices/android/appStorage.test.ts",
    title: "refuses an app that is not there, and an id that is none",
  },
  { case: 123, test: "devices/android/openUrl.test.ts", title: "opens %s, whatever its characters mean to a shell" },
  { case: 124, test: "devices/android/shellCommand.test.ts", title: "quotes %j" },
  { case: 126, test: "contract/androidDriver.contract.ts", title: "is no text at all when part of it cannot be typed" },
  { case: 127, test: "devices/android/inputText.test.ts", title: "types nothing at all of %j" },
  { case: 128, test: "system/appFile.test.ts", title: "is refused for %s" },
  {
    case: 129,
    test: "system/scratchFile.test.ts",
    title: "lends a file in a folder that only its user can enter, and takes it back",
  },
  { case: 131, test: "tools/focusNote.test.ts", title: "says of a focus in %s what an agent has to know" },
  {
    case: 133,
    test: "devices/android/installApp.test.ts",
    title: "gives the device's reason, uninstalls nothing and says so",
  },
  {
    case: 134,
    test: "devices/android/packageStream.test.ts",
    title: "streams to one command without a pipeline, and tells what was sent and answered",
  },
  {
    case: 135,
    test: "tools/deviceLife.test.ts",
    title: "starts the one of that name, and says under which id it can be used",
  },
  { case: 136, test: "devices/ios/simulatorDriver.test.ts", title: "takes a picture, which needs no WDA" },
];
