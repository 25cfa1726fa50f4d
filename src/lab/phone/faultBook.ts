import type { Cancel } from "../../core/timer.js";
import type { LabFault } from "../lab.js";

/** The kinds that concern one service. */
type ServiceFault = Extract<LabFault, { readonly service: RegExp }>;

/** What was ordered to go wrong on one phone. */
export interface FaultBook {
  order(fault: LabFault): Cancel;
  /** The latest order of a kind. */
  find<K extends LabFault["kind"]>(kind: K): Extract<LabFault, { readonly kind: K }> | undefined;
  /** The latest order of a kind for a service. */
  findFor<K extends ServiceFault["kind"]>(
    kind: K,
    service: string,
  ): Extract<ServiceFault, { readonly kind: K }> | undefined;
}

/** Makes a book with nothing ordered. */
export function createFaultBook(): FaultBook {
  let orders: readonly LabFault[] = [];

  return {
    order(fault) {
      const entry = { ...fault };
      orders = [entry, ...orders];
      return () => {
        orders = orders.filter((other) => other !== entry);
      };
    },
    find<K extends LabFault["kind"]>(kind: K) {
      return orders.find((fault): fault is Extract<LabFault, { kind: K }> => fault.kind === kind);
    },
    findFor<K extends ServiceFault["kind"]>(kind: K, service: string) {
      return orders.find(
        (fault): fault is Extract<ServiceFault, { kind: K }> =>
          fault.kind === kind && "service" in fault && new RegExp(fault.service).test(service),
      );
    },
  };
}
