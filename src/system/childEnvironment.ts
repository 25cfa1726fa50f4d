import type { Environment } from "./hostProcess.js";

/** What a child inherits: not the device that a whole shell session means, and no secret of this server. */
export function childEnvironment(env: Environment): Environment {
  const { ANDROID_SERIAL: _device, AUTOMOBILE_REQUEST_STATE_KEY: _key, AUTOMOBILE_STORE: _store, ...rest } = env;
  return rest;
}
