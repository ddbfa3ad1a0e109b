/** Milliseconds to wait for other connections that are writing to a file. */
export const BUSY_TIMEOUT_MS = 10_000
