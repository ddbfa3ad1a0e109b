import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Api } from '../../api/api.js'
import type { Actor } from '../../api/core/calls/actor.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { NoCollectionError } from '../../db/engine/data-folder.js'
import { loadSettings } from '../settings/load-settings.js'
import { workAsOwner } from './data-owner.js'
import { CommandError } from './explain.js'

/**
 * What a command does if there is no collection: refuse to run, create one, or use an empty one in a temporary folder
 * that is removed afterwards (`borrow`).
 */
export type WithoutCollection = 'refuse' | 'begin' | 'borrow'

/**
 * Opens the collection of the settings, with the flag `--data`, runs `work` and closes it, also after an error.
 *
 * @throws NoCollectionError
 */
export async function withApi<T> (
  { data }: { data?: string }, work: (api: Api) => Promise<T>, without?: WithoutCollection
): Promise<T> {
  return await withCollection(loadSettings({ data }), work, without)
}

/** As `withApi`, with given settings. */
export async function withCollection<T> (
  settings: Settings, work: (api: Api) => Promise<T>, without: WithoutCollection = 'refuse'
): Promise<T> {
  // Imported on demand, so that help and usage errors appear at once.
  const { Api } = await import('../../api/api.js')
  workAsOwner(settings.data)
  const mustExist = settings.mustExist || without !== 'begin'
  const api = await Api.open({ ...settings, mustExist }).catch((error: unknown) => {
    if (without === 'borrow' && !settings.mustExist && error instanceof NoCollectionError) return undefined
    throw error
  })
  if (api === undefined) return await withEmptyCollection(settings, work)
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}

async function withEmptyCollection<T> (settings: Settings, work: (api: Api) => Promise<T>): Promise<T> {
  const data = await mkdtemp(path.join(tmpdir(), 'vitrine-'))
  try {
    return await withCollection({ ...settings, data, database: '', replica: [], s3Endpoint: '' }, work, 'begin')
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

/** The account of the flag `--email`; undefined without the flag. @throws CommandError if there is no such account. */
export async function accountOf (api: Api, email: string | undefined): Promise<Actor | undefined> {
  if (email === undefined) return undefined
  const account = await api.accounts.findUser(email)
  if (account === undefined) throw new CommandError(`There is no active account ${email}.`)
  return account
}
