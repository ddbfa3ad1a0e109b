/** Environment variable that numbers the processes of one server (cli/serve/workers.ts); not a setting. */
export const WORKER = 'VITRINE_WORKER'

/** The one that is started alone, and says where the server listens. */
export const FIRST_WORKER = '1'

/** The name of this worker; undefined in a process that serves alone, or in an application that has workers itself. */
export function workerName (): string | undefined {
  return process.send === undefined ? undefined : process.env[WORKER]
}
