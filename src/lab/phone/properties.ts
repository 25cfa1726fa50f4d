import type { PhoneProfile } from "./profile.js";

/** The system properties of a phone with this profile, as `getprop` gives them. */
export function firstProperties(profile: PhoneProfile): ReadonlyMap<string, string> {
  const build = `LAB1.${profile.apiLevel}0101.001`;
  return new Map([
    ["ro.boot.serialno", profile.serial],
    ["ro.build.characteristics", "default"],
    [
      "ro.build.fingerprint",
      `${profile.brand}/${profile.product}/${profile.device}:${profile.osVersion}/${build}/1:user/release-keys`,
    ],
    ["ro.build.id", build],
    ["ro.build.type", "user"],
    ["ro.build.version.release", profile.osVersion],
    ["ro.build.version.sdk", String(profile.apiLevel)],
    ["ro.product.brand", profile.brand],
    ["ro.product.cpu.abi", "x86_64"],
    ["ro.product.device", profile.device],
    ["ro.product.locale", "en-US"],
    ["ro.product.manufacturer", profile.manufacturer],
    ["ro.product.model", profile.model],
    ["ro.product.name", profile.product],
    ["ro.serialno", profile.serial],
    ["ro.sf.lcd_density", "320"],
    ["sys.boot_completed", "1"],
    ["dev.bootcomplete", "1"],
    ["init.svc.bootanim", "stopped"],
    ["persist.sys.timezone", "UTC"],
    ...(profile.avdName === undefined
      ? []
      : ([
          ["ro.kernel.qemu", "1"],
          ["ro.boot.qemu", "1"],
          ["ro.hardware", "ranchu"],
          ["ro.boot.qemu.avd_name", profile.avdName],
          ["ro.kernel.qemu.avd_name", profile.avdName],
        ] as const)),
  ]);
}
