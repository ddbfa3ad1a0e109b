import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Api } from '../../api/api.js'
import { CRATE_FILES, writeExport, type ExportProgress, type ExportSummary } from '../../api/move/export/crate/export-file.js'
import type { Export } from '../../api/move/export/exporter.js'
import { EXPORT_FORMAT_NAMES, isExportFormat, TABLE_FORMATS, type ExportFormat } from '../../schemas/exchange/exports.js'
import { foundAt } from '../../api/move/export/crate/target.js'
import { parseQuery } from '../../plugins/request/query-string.js'
import { CommandError } from '../terminal/explain.js'
import { FirstMessages } from '../terminal/first-messages.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { accountOf } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

export interface ExportFlags {
  format?: string
  resource?: string
  query?: string
  email?: string
  files: boolean
  force?: true
  separator?: string
  bom?: true
  keepFormulas?: true
}

const STANDARD_OUTPUT = '-'

/** Maximum number of missing files that are named. */
const MISSING_SHOWN = 20

const WARNINGS_SHOWN = 20

/** A format besides the stream formats of `api.export`: an RO-Crate consists of several files. */
const CRATE = 'crate'
type Format = ExportFormat | typeof CRATE
const FORMATS = [...EXPORT_FORMAT_NAMES, CRATE]

/** Runs `vitrine export`. @throws CommandError */
export async function runExport (api: Api, file: string, flags: ExportFlags): Promise<void> {
  const format = formatFor(file, flags.format)
  const isStandardOutput = file === STANDARD_OUTPUT
  if (isStandardOutput && format === CRATE) throw new CommandError('A crate is more than one file: name a folder or archive.')
  const actor = await accountOf(api, flags.email) ?? OPERATOR
  const folder = format === 'ndjson' && flags.files && !isStandardOutput ? folderBeside(file) : undefined
  if (!isStandardOutput) {
    for (const target of [file, folder]) if (target !== undefined) await checkTarget(target, flags)
  }
  const filesFolder = format === CRATE && flags.files ? CRATE_FILES : folder && path.basename(folder)
  const source = await api.export({
    format: format === CRATE ? 'ndjson' : format,
    ...(flags.query !== undefined && { query: parseQuery(flags.query) }),
    ...resourceOf(flags, format),
    separator: flags.separator,
    hasByteOrderMark: flags.bom === true,
    keepsFormulas: flags.keepFormulas === true,
    filesFolder
    // Strict, because a misspelled parameter would otherwise be ignored and everything exported.
  }, { actor, signal: stopSignal(new CommandError('Stopped. Nothing was written.')), strict: true })
  const bar = new Progress({ export: 'Exporting' }, 'records')
  const warnings = new FirstMessages(WARNINGS_SHOWN, (line) => { bar.print(line) })
  const onWarning = (message: string): void => { warnings.add('warning', `warning: ${message}`) }
  const end = (): void => {
    bar.end()
    const isCut = warnings.has('warning')
    warnings.end((_kind, hidden) => `${hidden} more warnings are not shown`)
    if (isCut) bar.print('Do not save the table in a spreadsheet program: it would cut these texts.')
  }
  if (isStandardOutput) return await print(source, onWarning).finally(end)
  const onProgress = ({ done, total }: ExportProgress): void => { bar.update({ phase: 'export', done, total }) }
  try {
    const { store } = api.files
    const target = format === CRATE
      ? { file, crate: { isArchive: isArchive(file), ...await factsOf(api) } }
      : { file, folder, isCompressed: /\.gz$/i.test(file) }
    const summary = await writeExport(source, target, store, { onProgress, onWarning })
    end()
    warnOfFiles(source)
    conclude(summary, filesFolder !== undefined)
  } finally {
    end()
  }
}

/** @throws CommandError if the file cannot be made, or the export would overwrite something. */
async function checkTarget (name: string, { force }: ExportFlags): Promise<void> {
  const parent = path.dirname(name)
  if (!existsSync(parent)) throw new CommandError(`There is no folder ${parent}.`)
  const found = await foundAt(name)
  if (found === 'foreign') throw new CommandError(`${name} already exists, and is not an earlier export.`)
  if (found === 'replaceable' && force !== true) throw new CommandError(`${name} already exists. --force replaces it.`)
}

/** Says that files cannot be fetched from what was exported, and why. */
function warnOfFiles ({ hasUnreachableFiles }: Export): void {
  if (!hasUnreachableFiles) return
  process.stderr.write('warning: no other installation can fetch the files that the export names, because this one does ' +
    'not know its address. Set baseUrl (for example VITRINE_BASE_URL=https://example.org), and export again.\n')
}

/** @throws CommandError when files are missing. */
function conclude ({ records, files, missing }: ExportSummary, hasFiles: boolean): void {
  process.stdout.write(`${counted(records, 'record')}${hasFiles ? ` and ${counted(files, 'file')}` : ''} exported.\n`)
  for (const name of missing.slice(0, MISSING_SHOWN)) process.stderr.write(`missing   ${name}\n`)
  if (missing.length > 0) {
    throw new CommandError(`${counted(missing.length, 'file')} that records name cannot be found; "vitrine check" lists them.`)
  }
}

async function factsOf (api: Api): Promise<{ title: string, source: string }> {
  const title = await api.collectionSettings.get('title')
  return { title, source: api.settings.baseUrl === '' ? title : `${api.settings.baseUrl}/api` }
}

/** @throws CommandError */
function formatFor (file: string, given: string | undefined): Format {
  if (given === CRATE || (given !== undefined && isExportFormat(given))) return given
  if (given !== undefined) throw new CommandError(`There is no format ${given}. ${possible()}`)
  if (isArchive(file) || /\.crate\/?$/i.test(file)) return CRATE
  const name = file.toLowerCase().replace(/\.gz$/, '')
  const format = file === STANDARD_OUTPUT ? 'ndjson' : EXPORT_FORMAT_NAMES.find((one) => name.endsWith(`.${one}`))
  if (format === undefined) {
    throw new CommandError(`${file} does not end like any format; name one with --format. ${possible()}`)
  }
  return format
}

const isArchive = (file: string): boolean => /\.zip$/i.test(file)

const possible = (): string => `Possible are ${FORMATS.join(', ')}.`

/** The resource type to export: by default items for a search or a table, otherwise all types. */
function resourceOf ({ resource, query }: ExportFlags, format: Format): { resource?: string } {
  if (resource !== undefined) return { resource }
  return query === undefined && (format === CRATE || !TABLE_FORMATS.includes(format)) ? {} : { resource: 'items' }
}

/** `collection.files` for `collection.ndjson.gz`. */
function folderBeside (file: string): string {
  return `${file.replace(/\.gz$/i, '').replace(/\.ndjson$/i, '')}.files`
}

/** Writes an export to standard output, as fast as the reader takes it. */
async function print (source: Export, onWarning: (message: string) => void): Promise<void> {
  async function * texts (): AsyncGenerator<string> {
    for await (const { text, warnings = [] } of source.chunks) {
      warnings.forEach(onWarning)
      if (text !== '') yield text
    }
  }
  try {
    await pipeline(Readable.from(texts(), { objectMode: false }), process.stdout, { end: false })
    warnOfFiles(source)
  } catch (error) {
    // The reader has closed the pipe, as `head` does: this is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  } finally {
    await source.close()
  }
}
