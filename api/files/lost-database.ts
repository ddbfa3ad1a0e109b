import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { S3Settings } from '../../files/settings.js'
import { S3Store } from '../../files/stores/s3-store.js'
import { storeSettings } from './files-settings.js'
import type { Settings } from '../runtime/settings/settings.js'

/** Prefix of the names of original files of media. */
const ORIGINALS_PREFIX = 'original/'

/**
 * Refuses to create a new collection when the bucket holds files of an older one: its database must be lost, and a new
 * one would hide that. For files in a folder, `db/engine/data-folder.ts` does this. Call it before a database is
 * created. When there is one, the bucket is not contacted, so that an unreachable bucket does not prevent reading.
 * @throws when the bucket holds original files, and when it cannot be reached.
 */
export async function checkNothingIsLost (settings: Settings): Promise<void> {
  const { s3 } = storeSettings(settings)
  const database = path.join(settings.data, 'vitrine.db')
  if (s3 === null || (existsSync(database) && statSync(database).size > 0)) return
  const isStored = await hasOriginals(s3).catch((error: Error) => {
    throw new Error(`The bucket ${s3.endpoint} cannot be read (${error.message}), so that nobody knows whether it ` +
      'belongs to a collection whose database is lost. No new collection is begun.', { cause: error })
  })
  if (!isStored) return
  throw new Error(`${database} is ${existsSync(database) ? 'empty' : 'missing'}, but the bucket ${s3.endpoint} is not: ` +
    'the database of this collection is lost. Bring vitrine.db back from a backup. ' +
    'To begin a new collection, use another bucket.')
}

/**
 * Warns when the bucket of a collection cannot be read. The collection is served nevertheless, without its files.
 * Never rejects; do not await it, because an unreachable server may take long to fail.
 */
export async function warnOfUnreadableBucket (settings: Settings): Promise<void> {
  const { s3 } = storeSettings(settings)
  if (s3 === null) return
  try {
    await hasOriginals(s3)
  } catch (error) {
    process.emitWarning(
      `The bucket ${s3.endpoint} cannot be read (${(error as Error).message}): files are neither served nor taken.`,
      { code: 'VITRINE_BUCKET' }
    )
  }
}

async function hasOriginals (s3: S3Settings): Promise<boolean> {
  return await new S3Store(s3).hasAny(ORIGINALS_PREFIX)
}
