import { statSync } from 'node:fs'
import path from 'node:path'
import type { CopySource } from '../../engine/copy/ends.js'
import { checkDatabaseIn } from '../../engine/data-folder.js'
import { appliedMigration, connect, newestMigration } from '../connection/connection.js'
import { snapshotOf } from '../sqlite-engine.js'

/** Opens `vitrine.db` of a data folder. @throws if there is none, or another version of Vitrine wrote it. */
export function openSqliteSource (folder: string): CopySource {
  const file = path.join(folder, 'vitrine.db')
  checkDatabaseIn(folder)
  const connection = connect(file)
  try {
    const applied = appliedMigration(connection)
    const newest = newestMigration()
    if (applied !== newest) {
      throw new Error(`${file} was written by ${applied < newest ? 'an older' : 'a newer'} version of Vitrine. ` +
        (applied < newest ? `Bring it up to date first: vitrine check --data ${folder}` : 'Update Vitrine.'))
    }
    const version = connection.driver.prepare('PRAGMA data_version').pluck()
    return {
      name: file,
      version: () => version.get() as number,
      isUsed: async () => false,
      size: async () => statSync(file).size,
      snapshot: async () => snapshotOf(file),
      close: async () => { connection.driver.close() }
    }
  } catch (error) {
    connection.driver.close()
    throw error
  }
}
