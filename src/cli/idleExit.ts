/**
 * After how many seconds without a client a daemon ends that was started apart from a terminal, by `daemon start` or by a
 * proxy: nobody would think of stopping it. Three times as long as a question of the modern era can be answered, so that no
 * answer comes too late for this reason; short enough that a machine's connection to adb is free again after a pause.
 */
export const APART_IDLE_EXIT_S = 1800;
