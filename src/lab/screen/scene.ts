import type { PhoneProfile } from "../phone/profile.js";
import type { UiState } from "./uiState.js";

/** What a page is drawn from. */
export interface Scene {
  readonly state: UiState;
  readonly profile: PhoneProfile;
}
