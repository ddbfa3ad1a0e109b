import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from './collection/collection.js'
import { writeCollection } from './collection/file.js'
import { createAdministrator } from './processes/administrator.js'
import { vitrine } from './processes/program.js'
import type { ImportResult } from './report/results.js'

const IMPORTED = /Imported (\d+) records with (\d+) values in ([\d.]+) s/

export interface Data {
  /** The data folder. */
  folder: string
  import: ImportResult
}

/** Generates a collection below `folder` and imports it, unless that has been done before. */
export async function prepareData (
  collection: Collection, folder: string, say: (text: string) => void
): Promise<Data> {
  const home = path.join(folder, String(collection.scale))
  const file = path.join(home, 'collection.ndjson')
  const data = path.join(home, 'data')
  // Written last: its presence means that the import is complete.
  const finished = path.join(home, 'import.json')
  if (existsSync(finished)) {
    return { folder: data, import: JSON.parse(await readFile(finished, 'utf8')) as ImportResult }
  }
  await mkdir(home, { recursive: true })
  if (!existsSync(file)) {
    say('Generating the collection')
    await writeCollection(collection, file)
  }
  await rm(data, { recursive: true, force: true })
  say('Importing it')
  const imported = await importInto(data, file)
  await writeFile(finished, JSON.stringify(imported))
  return { folder: data, import: imported }
}

async function importInto (data: string, file: string): Promise<ImportResult> {
  await createAdministrator(data)
  const { stdout, seconds, memory } = await vitrine('import', file, '--data', data)
  const [, resources, values] = IMPORTED.exec(stdout) ?? []
  if (resources === undefined) throw new Error(`vitrine import did not say how much it imported: ${stdout}`)
  return {
    resources: Number(resources),
    values: Number(values),
    seconds,
    resourcesPerSecond: Number(resources) / seconds,
    valuesPerSecond: Number(values) / seconds,
    memory,
    fileBytes: (await stat(file)).size,
    databaseBytes: await databaseSize(data)
  }
}

/** The database with its log and shared memory. */
async function databaseSize (data: string): Promise<number> {
  let size = 0
  for (const name of await readdir(data)) {
    if (name.startsWith('vitrine.db')) size += (await stat(path.join(data, name))).size
  }
  return size
}
