import type { ClientDriver, ClientScenario } from "../../test/clients/driver/clientDriver.js";
import type { ClientRun } from "../../test/clients/driver/clientRun.js";

/** One run of one client against one server. */
export interface Measurement {
  readonly scenario: ClientScenario;
  readonly run: ClientRun;
}

/** What the runs of one client showed; none when it is not on this machine. */
export interface MeasuredClient {
  readonly driver: ClientDriver;
  /** As the client said itself; `undefined` for a library, whose title has its version. */
  readonly version: string | undefined;
  readonly measurements: readonly Measurement[];
}

/** What one server's runs showed. */
export interface MeasuredServer {
  /** As it is typed. */
  readonly command: string;
  readonly clients: readonly MeasuredClient[];
}
