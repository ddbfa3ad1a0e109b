import type { Command } from 'commander'
import type { ImportOptions, ImportSummary } from '../../api/move/import/write/context.js'
import { bytesOf, isGzip } from '../../files/types/bytes.js'
import { definedOf, wholeNumber } from '../terminal/arguments.js'
import { CommandError } from '../terminal/explain.js'
import { withoutCollection, type ImportFlags, type ImportKind } from './import-kind.js'
import { claimFolder } from '../serve/server-lock.js'
import { accountOf, withApi } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

/** Number of bytes by which records are recognized. */
const SNIFFED_BYTES = 512

/** Imports records as JSON-LD objects, one per line. */
export const records: ImportKind = {
  name: 'ndjson',
  options: addRecordOptions,
  recognizes: async (source) => {
    if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source)) return true
    // A source that cannot be read is of no kind.
    const bytes = await bytesOf(source, 0, SNIFFED_BYTES).catch(() => Buffer.alloc(0))
    return isGzip(bytes) || /^\uFEFF?\s*\{/.test(bytes.toString('utf8'))
  },
  run: async (source, flags) => { await importRecords(source, flags, { format: 'ndjson' }) }
}

/** Imports RDF documents: Turtle, N-Triples, N-Quads, RDF/XML, JSON-LD. */
export const rdf: ImportKind = {
  name: 'rdf',
  recognizes: (source) => /\.(?:ttl|n3|trig|nt|nq|rdf|owl|jsonld)(?:\.gz)?$/i.test(source),
  run: async (source, flags) => { await importRecords(source, flags, { format: 'rdf' }) }
}

/** Adds the flags for importing files of records. */
function addRecordOptions (command: Command): void {
  command
    .option('--email <address>', 'Account that is to own the records (default: the first administrator)')
    .option(
      '--source <name>',
      "Name under which imported records are stored, to skip them in later runs (default: the file's name)"
    )
    .option('--files <folder>', 'Folder of the files that records name (default: that of the imported file)')
    .option('--create-item-sets', 'Create missing item sets that records name by title')
    .option('--update-by <property>', 'Update existing records with the same value of this property, or the same o:id')
    .option('--replace', 'In updates, remove what records do not name')
    .option('--skip-unknown', 'Leave out values of unknown terms')
    .option('--continue-on-error', 'Leave out records that are wrong instead of importing nothing')
    .option('--batch-size <records>', 'Records a transaction (default: 1000)', wholeNumber())
}

/**
 * Imports a file of records, reports the progress and prints a summary.
 *
 * @param format the format of the file, and its options.
 * @throws CommandError if records were left out.
 */
export async function importRecords (
  file: string, flags: ImportFlags, format: Pick<ImportOptions, 'format' | 'formatOptions'>
): Promise<void> {
  const { reporting } = await import('./import-report.js')
  const { email, source, files, updateBy, batchSize, createItemSets, replace, skipUnknown } = flags as RecordFlags
  const summary = await withApi(flags, async (api) => {
    const ownerId = (await accountOf(api, email))?.id ?? undefined
    return await reporting(file, async (observer) => await api.import({
      ...format,
      ...observer,
      file,
      ...definedOf({ ownerId, source, batchSize, files, updateBy, createItemSets, replace, skipUnknown }),
      isDryRun: flags.dryRun === true,
      continueOnError: flags.continueOnError === true,
      claim: () => claimFolder(api.settings.data)
    }))
  }, withoutCollection(flags))
  conclude(summary, flags)
}

type RecordFlags = { email?: string } & Pick<
  ImportOptions, 'source' | 'files' | 'updateBy' | 'batchSize' | 'createItemSets' | 'replace' | 'skipUnknown'
>

/** Prints a summary. @throws CommandError if records were left out. */
function conclude (summary: ImportSummary, { dryRun, continueOnError }: ImportFlags): void {
  const { source, present, skipped, errors, seconds } = summary
  const amount = `${counted(summary.created, 'record')} with ${counted(summary.values, 'value')}` +
    (summary.media > 0 ? ` and ${summary.media} media` : '')
  const updates = summary.updated > 0 ? `, ${summary.updated} updated` : ''
  const total = summary.created + summary.updated
  if (total === 0 && errors === 0) process.stdout.write('Nothing new. ')
  else if (dryRun === true) {
    process.stdout.write(`${amount} can be imported${updates}. Nothing was written.\n`)
  } else if (errors === 0 || continueOnError === true) {
    process.stdout.write(
      `Imported ${amount}${updates} in ${seconds.toFixed(1)} s, ${counted(Math.round(total / seconds), 'record')} a second.\n`
    )
  }
  if (summary.unchanged > 0) process.stdout.write(`${counted(summary.unchanged, 'record')} unchanged.\n`)
  if (present > 0) process.stdout.write(`${counted(present, 'record')} already imported from ${source}.\n`)
  if (errors === 0) return
  const reason = `${counted(skipped, 'line')} with ${counted(errors, 'error')}`
  if (dryRun === true) throw new CommandError(`${reason}.`)
  throw new CommandError(continueOnError === true
    ? `${reason} left out.`
    : `${reason}; nothing was imported. Correct the file, or leave them out with --continue-on-error.`)
}
