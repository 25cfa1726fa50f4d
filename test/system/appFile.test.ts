import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createResolveAppPath, openAppFile } from "../../src/system/appFile.js";

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "app-file-")));
  await mkdir(join(root, "apps"));
  await writeFile(join(root, "apps", "shop.apk"), "shop");
  await writeFile(join(root, "outside.apk"), "outside");
  await symlink(join(root, "outside.apk"), join(root, "apps", "link.apk"));
});

afterEach(() => rm(root, { recursive: true }));

describe("the path of an app (case 128)", () => {
  it("is followed to where it really leads", async () => {
    const path = join(root, "apps", "link.apk");
    expect(await createResolveAppPath(undefined)(path)).toEqual({ is: "found", path: join(root, "outside.apk") });
  });

  it.each([
    [
      "a link out of the allowed folder",
      "apps/link.apk",
      "it does not lie in the folder that AUTOMOBILE_APP_DIR allows",
    ],
    ["a way out of it", "apps/../outside.apk", "it does not lie in the folder that AUTOMOBILE_APP_DIR allows"],
    ["the folder itself", "apps", "it does not lie in the folder that AUTOMOBILE_APP_DIR allows"],
    ["a file that is not there", "apps/none.apk", "nothing is there that can be read"],
  ])("is refused for %s", async (_case, path, problem) => {
    const resolve = createResolveAppPath(join(root, "apps"));
    expect(await resolve(`${root}/${path}`)).toEqual({ is: "refused", problem });
  });

  it("is taken inside the allowed folder", async () => {
    const path = join(root, "apps", "shop.apk");
    expect(await createResolveAppPath(join(root, "apps"))(path)).toEqual({ is: "found", path });
  });

  it("is refused when it depends on the folder that the server happens to run in", async () => {
    expect(await createResolveAppPath(undefined)("shop.apk")).toEqual({
      is: "refused",
      problem: "it is no absolute path, and the server does not know your working folder",
    });
  });
});

describe("the file of an app", () => {
  it("gives its size and its bytes", async () => {
    const opened = await openAppFile(join(root, "apps", "shop.apk"));
    expect(opened).toMatchObject({ is: "open", file: { sizeBytes: 4 } });
    const { file } = opened.is === "open" ? opened : expect.unreachable("it opens");
    const pieces: Uint8Array[] = [];
    for await (const piece of file.chunks()) pieces.push(piece);
    await file.close();
    expect(Buffer.concat(pieces).toString()).toBe("shop");
  });

  it("is none when it is a folder", async () => {
    expect(await openAppFile(join(root, "apps"))).toEqual({ is: "unreadable", reason: "it is no file" });
  });
});
