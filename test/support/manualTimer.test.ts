import { expect, test } from "vitest";
import { manualTimer } from "./manualTimer.js";

test("fires in order of due time, and lists what is still alive", () => {
  const timer = manualTimer(0);
  const fired: string[] = [];
  timer.after(20, "late", () => fired.push(`late at ${timer.now()}`));
  timer.after(10, "early", () => fired.push(`early at ${timer.now()}`));

  timer.advance(15);

  expect(fired).toEqual(["early at 10"]);
  expect(timer.now()).toBe(15);
  expect(timer.live()).toEqual(["late"]);
});

test("never fires a cancelled wait", () => {
  const timer = manualTimer(0);
  const fired: string[] = [];
  const cancel = timer.after(10, "cancelled", () => fired.push("cancelled"));

  cancel();
  timer.advance(100);

  expect(fired).toEqual([]);
  expect(timer.live()).toEqual([]);
});

test("fires a wait that another firing created, when it falls due in the same move", () => {
  const timer = manualTimer(0);
  const fired: number[] = [];
  timer.after(10, "first", () => timer.after(10, "second", () => fired.push(timer.now())));

  timer.advance(25);

  expect(fired).toEqual([20]);
});
