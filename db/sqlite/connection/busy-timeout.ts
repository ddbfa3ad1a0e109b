/** Milliseconds to wait for those who write to a file. */
export const BUSY_TIMEOUT = 10_000
