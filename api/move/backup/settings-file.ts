import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { jsonIn } from '../../core/calls/given.js'
import type { SettingName } from '../../runtime/settings/settings.js'
import { BackupError, SETTINGS } from './manifest.js'

/** Settings that are secret or name another database. After a restore they have to be set again. */
const SECRET: readonly SettingName[] = ['s3AccessKeyId', 's3SecretAccessKey', 'adminPassword', 'database']

/** Settings that locate the files. When files of a bucket are in the archive, the copy has them on disk. */
const PLACE: readonly SettingName[] = ['s3Endpoint', 's3Region', 'filesAddress']

/** The settings of a data folder for an archive; `text` is null when the folder has none. */
export interface ArchivedSettings { text: string | null, omitted: string[] }

/**
 * @param bringsFiles whether the archive contains files from a bucket. @throws BackupError when the file is not a JSON
 * object.
 */
export async function archivedSettings (folder: string, bringsFiles: boolean): Promise<ArchivedSettings> {
  const file = path.join(folder, SETTINGS)
  if (!existsSync(file)) return { text: null, omitted: [] }
  const text = await readFile(file, 'utf8')
  const content = jsonIn(text)
  if (typeof content !== 'object' || content === null) throw new BackupError(`${file} is not a JSON object.`)
  const given = Object.entries(content)
  const leaves = (name: string): boolean => [...SECRET, ...(bringsFiles ? PLACE : [])].includes(name as SettingName)
  const omitted = given.map(([name]) => name).filter(leaves)
  if (omitted.length === 0) return { text, omitted }
  return { text: `${JSON.stringify(Object.fromEntries(given.filter(([name]) => !leaves(name))), null, 2)}\n`, omitted }
}
