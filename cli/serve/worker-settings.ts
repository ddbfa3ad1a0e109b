import type { Settings } from '../../api/runtime/settings/settings.js'

/** Settings that the processes of a server divide among them, with the minimum for each process. */
const DIVIDED = {
  memory: 8,
  searchThreads: 1,
  connections: 10,
  databaseConnections: 1,
  changeListeners: 1,
  webhookConcurrency: 1
} as const

/** The settings of one of several worker processes, which together do not exceed the settings of the server. */
export function workerSettings (settings: Settings): Settings {
  const { workers } = settings
  const parts = Object.entries(DIVIDED).map(([name, least]) => {
    const whole = settings[name as keyof typeof DIVIDED]
    return [name, whole === 0 ? 0 : Math.max(least, Math.ceil(whole / workers))]
  })
  return { ...settings, ...Object.fromEntries(parts) as Pick<Settings, keyof typeof DIVIDED> }
}
