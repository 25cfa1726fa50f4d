/** A phone's inputs as it received them, oldest first: what a test or the demo shows as proof of what ran where. */
export type LabInput =
  | { readonly kind: "tap"; readonly x: number; readonly y: number; readonly hit: string | undefined }
  | { readonly kind: "swipe"; readonly from: readonly [number, number]; readonly to: readonly [number, number]; readonly durationMs: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "key"; readonly keycode: string }
  | { readonly kind: "launch"; readonly appId: string }
  | { readonly kind: "terminate"; readonly appId: string }
  | { readonly kind: "push"; readonly path: string; readonly bytes: number }
  | { readonly kind: "install"; readonly appId: string; readonly bytes: number };

/** One virtual phone. */
export interface LabPhone {
  /** `ro.serialno`; also its id on the in-process adb server. */
  readonly serial: string;
  readonly model: string;
  readonly osVersion: string;
  /** Where it speaks the adb device protocol: `adb connect 127.0.0.1:port`. */
  readonly port: number;
  /** Every input that reached it so far. */
  received(): readonly LabInput[];
}
