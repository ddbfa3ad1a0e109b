import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OPERATOR, type Actor } from '../api/access/actor.js'
import type { Api } from '../api/api.js'
import { checkTarget, TargetExistsError, writeExport, type ExportTarget } from '../api/export/export-file.js'
import type { Export } from '../api/export/exporter.js'
import { formatOfName, isExportFormat, isTable } from '../api/export/formats.js'
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../schemas/exports.js'
import { parseQuery } from '../plugins/query-string.js'
import { CommandError } from './explain.js'
import { ExportReport } from './export-report.js'

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

/** Files that are named when some are missing. */
const MISSING_SHOWN = 20

/** Runs `vitrine export`. @throws CommandError */
export async function runExport (api: Api, file: string, flags: ExportFlags): Promise<void> {
  const format = formatFor(file, flags.format)
  const actor = await actorOf(api, flags.email)
  const isStandardOutput = file === STANDARD_OUTPUT
  const filesFolder = format === 'ndjson' && flags.files && !isStandardOutput ? folderBeside(file) : undefined
  const target: ExportTarget = {
    file, folder: filesFolder, force: flags.force === true, isCompressed: /\.gz$/i.test(file)
  }
  if (!isStandardOutput) await checkTarget(target).catch(explainTarget)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => { stopping.abort(new CommandError('Stopped. Nothing was written.')) })
  }
  const source = await api.export({
    format,
    ...(flags.query !== undefined && { query: parseQuery(flags.query) }),
    ...resourceOf(flags, format),
    ...(flags.separator !== undefined && { separator: flags.separator }),
    hasByteOrderMark: flags.bom === true,
    keepsFormulas: flags.keepFormulas === true,
    ...(filesFolder !== undefined && { filesFolder: path.basename(filesFolder) })
  }, { actor, signal: stopping.signal })
  if (isStandardOutput) return await print(source)
  const report = new ExportReport(file)
  try {
    const { records, files, missing } = await writeExport(
      source, target, api.files.store, { onProgress: (progress) => { report.progress(progress) } }
    )
    report.end()
    process.stdout.write(`${records} records${filesFolder === undefined ? '' : ` and ${files} files`} exported.\n`)
    for (const name of missing.slice(0, MISSING_SHOWN)) process.stderr.write(`missing   ${name}\n`)
    if (missing.length > 0) {
      throw new CommandError(`${missing.length} files that records name are not stored; "vitrine check" lists them.`)
    }
  } finally {
    report.end()
  }
}

/** @throws CommandError */
function formatFor (file: string, given: string | undefined): ExportFormat {
  if (given !== undefined && isExportFormat(given)) return given
  if (given !== undefined) throw new CommandError(`There is no format ${given}. ${possible()}`)
  const format = file === STANDARD_OUTPUT ? 'ndjson' : formatOfName(file)
  if (format === undefined) throw new CommandError(`${file} does not end like any format; name one with --format. ${possible()}`)
  return format
}

const possible = (): string => `Possible are ${EXPORT_FORMAT_NAMES.join(', ')}.`

/** A search without a type is one for items, and so is a table. */
function resourceOf ({ resource, query }: ExportFlags, format: ExportFormat): { resource?: string } {
  if (resource !== undefined) return { resource }
  return query === undefined && !isTable(format) ? {} : { resource: 'items' }
}

/** `collection.files` for `collection.ndjson.gz`. */
function folderBeside (file: string): string {
  return `${file.replace(/\.gz$/i, '').replace(/\.ndjson$/i, '')}.files`
}

/** @throws CommandError */
async function actorOf (api: Api, email: string | undefined): Promise<Actor> {
  if (email === undefined) return OPERATOR
  const actor = await api.accounts.findUser(email)
  if (actor === undefined) throw new CommandError(`There is no active account ${email}.`)
  return actor
}

function explainTarget (error: unknown): never {
  if (error instanceof TargetExistsError) throw new CommandError(`${error.message} --force replaces it.`)
  throw error
}

/** To standard output, as fast as somebody reads it. */
async function print (source: Export): Promise<void> {
  async function * texts (): AsyncGenerator<string> {
    for await (const { text } of source.chunks) yield text
  }
  try {
    await pipeline(Readable.from(texts(), { objectMode: false }), process.stdout, { end: false })
  } catch (error) {
    // Who reads the output has seen enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  } finally {
    await source.close()
  }
}
