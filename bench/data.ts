import { existsSync, readFileSync } from 'node:fs'
import { copyFile, constants, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from './collection/collection.js'
import { writeCollection } from './collection/file.js'
import { createAdministrator } from './processes/administrator.js'
import { programIn, vitrine } from './processes/program.js'
import type { ImportResult } from './report/results.js'

const IMPORTED = /Imported (\d+) records with (\d+) values in ([\d.]+) s/

/** The database with its log; SQLite makes its shared memory again. */
const DATABASE = /^vitrine\.db(?:-wal)?$/

const SCRATCH = /-(?:copy|import)-(\d+)$/

export interface Data {
  /** The data folder. */
  folder: string
  import: ImportResult
}

export interface DataOptions {
  collection: Collection
  /** Folder of the collection and its data. */
  folder: string
  /** Checkout with the compiled program that imports. */
  checkout: string
  /** Whether to import what has been imported before, into a folder of its own, to measure that. */
  again: boolean
  /** Shows progress. */
  say: (text: string) => void
}

/** Generates a collection and imports it, unless that has been done before. */
export async function prepareData ({ collection, folder, checkout, again, say }: DataOptions): Promise<Data> {
  const program = programIn(checkout)
  const home = path.join(folder, collection.name)
  const file = path.join(home, 'collection.ndjson')
  const suffix = suffixOf(checkout)
  const data = path.join(home, `data${suffix}`)
  // Written last: its presence means that the import is complete.
  const finished = path.join(home, `import${suffix}.json`)
  if (existsSync(finished)) {
    const before = JSON.parse(await readFile(finished, 'utf8')) as ImportResult
    if (!again) return { folder: data, import: before }
    say('Importing the collection again')
    const other = await scratch(data, 'import')
    try {
      return { folder: data, import: await importInto(other, file, program) }
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  }
  await mkdir(home, { recursive: true })
  if (!existsSync(file)) {
    say('Generating the collection')
    await writeCollection(collection, file)
  }
  await rm(data, { recursive: true, force: true })
  say('Importing it')
  const imported = await importInto(data, file, program)
  await writeFile(finished, JSON.stringify(imported))
  return { folder: data, import: imported }
}

/** The latest migration, part of the folder's name: a server would migrate older data while it is measured. */
function suffixOf (checkout: string): string {
  const journal = readFileSync(path.join(checkout, 'db', 'migrations', 'meta', '_journal.json'), 'utf8')
  return `-${(JSON.parse(journal) as { entries: Array<{ tag: string }> }).entries.at(-1)!.tag}`
}

async function importInto (data: string, file: string, program: string): Promise<ImportResult> {
  await createAdministrator(data, program)
  const { stdout, seconds, memory, cpuSeconds } = await vitrine(program, 'import', file, '--data', data)
  const [, resources, values] = IMPORTED.exec(stdout) ?? []
  if (resources === undefined) throw new Error(`vitrine import did not say how much it imported: ${stdout}`)
  return {
    resources: Number(resources),
    values: Number(values),
    seconds,
    cpuSeconds,
    resourcesPerSecond: Number(resources) / seconds,
    valuesPerSecond: Number(values) / seconds,
    memory,
    fileBytes: (await stat(file)).size,
    databaseBytes: await databaseSize(data)
  }
}

/** Copies a data folder, without its files, so that it stays as it was imported. @returns the copy. */
export async function copyData (data: string): Promise<string> {
  const copy = await scratch(data, 'copy')
  for (const name of await readdir(data)) {
    if (!DATABASE.test(name)) continue
    // Costs next to nothing where the file system can share what is not written.
    await copyFile(path.join(data, name), path.join(copy, name), constants.COPYFILE_FICLONE)
  }
  return copy
}

/** A folder of this process beside a data folder. Those that ended processes left behind are removed. */
async function scratch (data: string, what: 'copy' | 'import'): Promise<string> {
  const home = path.dirname(data)
  for (const name of await readdir(home)) {
    const [, pid] = SCRATCH.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(home, name), { recursive: true, force: true })
  }
  const folder = `${data}-${what}-${process.pid}`
  await mkdir(folder)
  return folder
}

function isRunning (pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The database with its log. */
async function databaseSize (data: string): Promise<number> {
  let size = 0
  for (const name of await readdir(data)) {
    if (DATABASE.test(name)) size += (await stat(path.join(data, name))).size
  }
  return size
}
