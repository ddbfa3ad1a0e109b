import type { Api } from '../api/api.js'
import type { Settings } from '../api/settings/settings.js'

/** Opens the data folder, runs `work` and closes the folder, also after an error. */
export async function withApi<T> (settings: Settings, work: (api: Api) => Promise<T>): Promise<T> {
  // Imported on demand, so that help and usage errors appear at once.
  const { Api } = await import('../api/api.js')
  const api = await Api.open(settings)
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}
