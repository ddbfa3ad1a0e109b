import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { S3Settings } from '../../files/settings.js'
import { S3Store } from '../../files/stores/s3-store.js'
import { filesSettings } from './files-settings.js'
import type { Settings } from '../runtime/settings/settings.js'

/** Names of the original files of media begin with it. */
const ORIGINALS = 'original/'

/**
 * Refuses to begin a new collection whose bucket holds the files of an older one: its database is lost then, and to
 * begin anew would hide that. For files in a folder, `db/engine/data-folder.ts` does the same. Called before a database
 * is made. With a database no request is made, so that a bucket out of order stops nobody from reading.
 *
 * @throws when the bucket holds original files, and when it cannot be asked.
 */
export async function checkNothingIsLost (settings: Settings): Promise<void> {
  const { s3 } = filesSettings(settings)
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
 * Warns when the bucket of a collection cannot be read: it is served all the same, but without its files. Does not
 * reject, and is not to be waited for: an unreachable server may take long to say so.
 */
export async function warnOfUnreadableBucket (settings: Settings): Promise<void> {
  const { s3 } = filesSettings(settings)
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
  return await new S3Store(s3).hasAny(ORIGINALS)
}
