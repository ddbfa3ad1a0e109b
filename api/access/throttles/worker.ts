/** Environment variable that numbers the processes of one server (cli/serve/workers.ts); not a setting. */
export const WORKER = 'VITRINE_WORKER'

/** Number of the worker that starts first, alone, and reports the server's address. */
export const FIRST_WORKER = '1'

/**
 * The name of this worker; undefined in a process that serves alone, or in an application that has its own workers.
 */
export function workerName (): string | undefined {
  return process.send === undefined ? undefined : process.env[WORKER]
}
