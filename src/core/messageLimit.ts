/** The longest message that is read, in bytes, on every way in; a longer one is refused without being kept. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
