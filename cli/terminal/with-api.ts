import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Api } from '../../api/api.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { NoCollectionError } from '../../db/engine/data-folder.js'
import { workAsOwner } from './data-owner.js'

/**
 * What a command does if there is no collection: refuse to run, create one, or use an empty one in a temporary folder
 * that is removed afterwards (`borrow`).
 */
export type WithoutCollection = 'refuse' | 'begin' | 'borrow'

/** Opens the data folder, runs `work` and closes the folder, also after an error. @throws NoCollectionError */
export async function withApi<T> (
  settings: Settings, work: (api: Api) => Promise<T>, without: WithoutCollection = 'refuse'
): Promise<T> {
  // Imported on demand, so that help and usage errors appear at once.
  const { Api } = await import('../../api/api.js')
  workAsOwner(settings.data)
  const mustExist = settings.mustExist || without !== 'begin'
  const opened = await Api.open({ ...settings, mustExist }).catch((error: unknown) => {
    if (without === 'borrow' && !settings.mustExist && error instanceof NoCollectionError) return undefined
    throw error
  })
  if (opened === undefined) return await withEmptyCollection(settings, work)
  return await closing(opened, work)
}

async function withEmptyCollection<T> (settings: Settings, work: (api: Api) => Promise<T>): Promise<T> {
  const data = await mkdtemp(path.join(tmpdir(), 'vitrine-'))
  try {
    return await withApi({ ...settings, data, database: '', replica: [], s3Endpoint: '' }, work, 'begin')
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function closing<T> (api: Api, work: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}
