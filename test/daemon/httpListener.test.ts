import { expect, it } from "vitest";
import { listenAt } from "../../src/daemon/httpListener.js";

const serve = async (): Promise<void> => undefined;

it("says that an address is not this machine's, and does not send for another port", async () => {
  // An address for documents (RFC 5737), which no machine has.
  await expect(listenAt({ host: "192.0.2.7", port: 0 }, serve)).rejects.toMatchObject({
    fix: "Name an address of this machine with --host.",
  });
});

it("says that a port is taken", async () => {
  const { port, close } = await listenAt({ host: "127.0.0.1", port: 0 }, serve);

  await expect(listenAt({ host: "127.0.0.1", port }, serve)).rejects.toMatchObject({
    fix: "End what listens there, or name another port with --port.",
  });
  await close();
});
