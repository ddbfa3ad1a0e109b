import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError, type Command } from 'commander'
import type { Api } from '../../api/api.js'
import { CRATE_METADATA } from '../../api/move/export/crate/metadata.js'
import { MappingError } from '../../api/move/import/formats/tables/mapping/mapping.js'
import type { TableFormatOptions } from '../../api/move/import/formats/tables/table-format.js'
import { formatOfName } from '../../api/move/import/formats/tables/grids/read-table.js'
import { TableError, type TableOptions } from '../../api/move/import/formats/tables/cells/table.js'
import type { TableMapping } from '../../schemas/exchange/table-mapping.js'
import { definedOf, wholeNumber } from '../terminal/arguments.js'
import { CommandError, inFlags } from '../terminal/explain.js'
import type { ImportFlags, ImportKind } from './import-kind.js'
import { importRecords } from './import-records.js'
import { describeMapping, describeRecords } from './table-mapping.js'
import { withApi } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

type TableFlags = ImportFlags & Omit<TableOptions, 'format'> & {
  mapping?: string
  saveMapping?: string
  /** False with `--no-quotes`, which Commander names like this. */
  quotes?: boolean
  yes?: true
  files?: string
  source?: string
  updateBy?: string
}

/** Number of records that are shown before a table is imported. */
const PREVIEW_RECORDS = 3

/** Imports spreadsheets: CSV, TSV, XLSX, ODS, and folders with one of these and its files. */
export const tables: ImportKind = {
  name: 'table',
  options: addTableOptions,
  recognizes: async (source) => formatOfName(source) !== undefined || (await tablesIn(source)).length > 0,
  run: importTable
}

function addTableOptions (command: Command): void {
  command
    .option('--mapping <file>', 'Tables: meaning of the columns, from --save-mapping, perhaps edited')
    .option('--save-mapping <file>', 'Tables: write the guessed meaning of the columns into a new file, and end')
    .option('--sheet <name>', 'Tables: sheet of a spreadsheet (default: the first that is not hidden)')
    .option('--header-row <number>', 'Tables: row of the headers (default: the first that is not empty)', wholeNumber())
    .option('--encoding <name>', 'Tables: encoding of CSV and TSV, for example windows-1252 (default: detected)')
    .option('--delimiter <character>', 'Tables: character between the cells of CSV (default: guessed)', character)
    .option('--no-quotes', 'Tables: quotation marks of CSV and TSV belong to the texts')
    .option('--yes', 'Tables: import without confirmation, which a terminal asks for otherwise')
}

async function importTable (source: string, flags: ImportFlags): Promise<void> {
  const isFolder = statSync(source).isDirectory()
  const file = isFolder ? await tableIn(source) : source
  const formatOptions = await withApi(flags, async (api) => {
    try {
      return await prepare(api, file, flags, isFolder ? source : undefined)
    } catch (error) {
      throw explained(file, error)
    }
  }, 'borrow')
  if (formatOptions === undefined) return
  const all = isFolder && flags.files === undefined ? { ...flags, files: source } : flags
  await importRecords(file, all, { format: 'table', formatOptions })
}

/** Explains an error in a table, or prints each problem of a mapping on a line of its own. */
function explained (file: string, error: unknown): unknown {
  if (error instanceof TableError) {
    return new CommandError(`${file}${error.row === undefined ? '' : `, row ${error.row}`}: ${error.message}.`)
  }
  if (!(error instanceof MappingError)) return error
  for (const { message } of error.problems) process.stderr.write(`mapping: ${inFlags(message)}\n`)
  const { length } = error.problems
  return new CommandError(`The mapping has ${counted(length, 'error')}; nothing was imported.`)
}

/** Shows the mapping and the first records. @returns undefined if nothing is to be imported, as with --save-mapping. */
async function prepare (
  api: Api, file: string, flags: TableFlags, folder: string | undefined
): Promise<TableFormatOptions | undefined> {
  const { tables } = api
  const { sheet, headerRow, encoding, delimiter, source, updateBy, files = folder } = flags
  const given = flags.mapping === undefined ? undefined : await tables.parse(await jsonIn(flags.mapping))
  const hasQuotes = flags.quotes === false ? false : undefined
  const readOptions = definedOf({ sheet, headerRow, encoding, delimiter, hasQuotes })
  const table = await tables.read(file, { ...given?.table, ...readOptions })
  const mapping = given === undefined
    ? await tables.guess(table, { updateBy })
    : await tables.parse({ ...given, table: { ...given.table, ...readOptions } }, table)
  process.stdout.write(describeMapping(table, mapping))
  if (flags.saveMapping !== undefined) {
    await saveMapping(flags.saveMapping, mapping)
    return undefined
  }
  // If no column names files, they are found by the identifiers of the rows in their names.
  const namesMedia = mapping.columns.some(({ to }) => to === 'file' || to === 'url')
  const formatOptions = { mapping, ...(files !== undefined && !namesMedia && { mediaFolder: path.resolve(files) }) }
  const records = await api.imports.preview({
    file, format: 'table', formatOptions, ...definedOf({ files, source, updateBy })
  }, PREVIEW_RECORDS)
  process.stdout.write(describeRecords(records))
  const needsConfirmation = given === undefined && flags.yes !== true && flags.dryRun !== true && process.stdin.isTTY
  if (needsConfirmation && !await confirmed()) throw new CommandError('Nothing was imported.')
  return formatOptions
}

async function confirmed (): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Import the table like this? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

async function jsonIn (file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`)
  }
}

/** Writes a mapping with one column per line, so that it is easy to edit. */
async function saveMapping (file: string, { columns, ...rest }: TableMapping): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} is there already. Name another file, or remove it.`)
  const lines = columns.map((column) => `    ${JSON.stringify(column)}`).join(',\n')
  const head = JSON.stringify(rest, undefined, 2).slice(0, -2)
  await writeFile(file, `${head},\n  "columns": [\n${lines}\n  ]\n}\n`, { flag: 'wx' })
  process.stdout.write(`\nThe mapping was written to ${file}. Edit it, and give it with --mapping ${file}.\n`)
}

async function tablesIn (folder: string): Promise<string[]> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const names = await readdir(folder)
  // It is a collection, not a folder of a table with pictures.
  if (names.includes(CRATE_METADATA)) return []
  return names.filter((name) => !name.startsWith('.') && !name.startsWith('~$') && formatOfName(name) !== undefined)
}

async function tableIn (folder: string): Promise<string> {
  const [name, ...others] = await tablesIn(folder)
  if (name === undefined) throw new CommandError(`${folder} holds no table: no CSV, TSV, XLSX or ODS.`)
  if (others.length === 0) return path.join(folder, name)
  throw new CommandError(
    `${folder} holds ${others.length + 1} tables. Name one of them, and the folder with --files: ` +
    `${[name, ...others].slice(0, 10).join(', ')}.`
  )
}

function character (text: string): string {
  const delimiter = text === '\\t' || text === 'tab' ? '\t' : text
  if (delimiter.length !== 1) throw new InvalidArgumentError('Expected one character, or "tab".')
  return delimiter
}
