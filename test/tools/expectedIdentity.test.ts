import { expect, it } from "vitest";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner } from "./runTool.js";

const { signal } = new AbortController();
/** SHA-256 of "the phone that was picked": the identity itself stays in the runner. */
const HASH_OF_PICKED = "f9ab97a62d64f6701ad74e21f05edf2eb863b0b86adee60034f329328d2cc966";
const CALL = { name: "tapAt", args: { x: 1, y: 2, deviceId: "A" }, signal };

// case 58
it(cites("T11")`refuses a picked id that has passed to another device since, and touches neither`, async () => {
  const inventory = fakeInventory(fakeDevice("A", { identity: "the phone that came" }), fakeDevice("B"));

  const refusal = await asyncRefusalOf(fakeRunner({ inventory }).run({ ...CALL, expectedIdentity: HASH_OF_PICKED }));

  expect(refusal).toMatchObject({
    code: "device_lost",
    message: '"A" went away or was replaced since it was picked. tapAt was not run.',
    data: { deviceId: "A", effect: "did_not_run" },
  });
  expect([...inventory.received("A"), ...inventory.received("B")]).toEqual([]);
});

it("runs on a picked id that still belongs to the same device", async () => {
  const inventory = fakeInventory(fakeDevice("A", { identity: "the phone that was picked" }), fakeDevice("B"));

  await fakeRunner({ inventory }).run({ ...CALL, expectedIdentity: HASH_OF_PICKED });

  expect(inventory.received("A")).toHaveLength(1);
  expect(inventory.received("B")).toEqual([]);
});
