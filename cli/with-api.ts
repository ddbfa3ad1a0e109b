import type { Api } from '../api/api.js'
import type { Settings } from '../api/settings/settings.js'

/** Opens the data folder for one piece of work and closes it again, whatever happens. */
export async function withApi<T> (settings: Settings, work: (api: Api) => Promise<T>): Promise<T> {
  // Loaded late, so that help and wrong usage answer at once.
  const { Api } = await import('../api/api.js')
  const api = await Api.open(settings)
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}
