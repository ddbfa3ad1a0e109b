import { InvalidArgumentError, type Command } from 'commander'
import type { ImportSummary } from '../api/import/import.js'
import { CommandError } from './explain.js'
import { loadSettings } from './load-settings.js'
import { settingOption } from './setting-option.js'
import { withApi } from './with-api.js'

interface Flags {
  email?: string
  files?: string
  createItemSets?: true
  updateBy?: string
  replace?: true
  skipUnknown?: true
  source?: string
  dryRun?: true
  continueOnError?: true
  batchSize?: number
  data?: string
}

const DETAILS = `
A record is one JSON-LD object on one line. Its keys are terms, "@type" holds o:Item or o:ItemSet and a class, "@id" is
a label by which other lines, earlier or later, point to it:

  {"@id":"_:set","@type":"o:ItemSet","dcterms:title":[{"type":"literal","@value":"Prints"}]}
  {"@id":"_:a","@type":["o:Item","dctype:StillImage"],"o:item_set":[{"@id":"_:set"}],
   "dcterms:title":[{"type":"literal","@value":"Nocturne"}],
   "dcterms:isVersionOf":[{"type":"resource:item","value_resource_id":"_:b"}]}        (all on one line)

The whole file is checked first. If a record is wrong, its line and the reason are printed, nothing is written, and the
exit code is 1; with --continue-on-error the other records are imported (the exit code is 1 all the same). Single values
that are not valid are left out with a warning.

An import is a job: "vitrine job" and /api/jobs show how far it has come, and stop it, as Ctrl-C does. One that was
broken off, even by kill -9, goes on when it is run again or a server is started on the data folder. Imported records
are noted under the name of the file (without folder and .gz; --source changes it) and the label or, without one, the
line of the record. So nothing is imported twice, and a corrected or longer file brings in what was missing. Records
that are there already are not changed.

Examples:
  vitrine import collection.ndjson.gz --dry-run
  vitrine import collection.ndjson.gz --email ada@example.org
`

/** `vitrine import`. */
export function addImport (program: Command): void {
  program.command('import')
    .description('Import records from a file; works whether or not a server is running')
    .argument('<file>', 'NDJSON file, plain or compressed with gzip')
    .option('--email <address>', 'Account that is to own the records (default: the first administrator)')
    .option('--source <name>', "Name under which imported records are stored, to skip them in later runs (default: the file's name)")
    .option('--files <folder>', 'Folder of the files that records bring along (default: that of the file)')
    .option('--create-item-sets', 'Make item sets that records name by title and that are not there')
    .option('--update-by <property>', 'Update what has the same value of this property (or o:id), instead of adding it again')
    .option('--replace', 'In updates, remove what records do not name')
    .option('--skip-unknown', 'Leave out values of unknown terms')
    .option('--dry-run', 'Check everything, write nothing')
    .option('--continue-on-error', 'Leave out records that are wrong instead of importing nothing')
    .option('--batch-size <records>', 'Records a transaction (default: 1000)', batchSize)
    .addOption(settingOption('data'))
    .addHelpText('after', DETAILS)
    .action(async (file: string, flags: Flags) => {
      const { ImportReport } = await import('./import-report.js')
      const report = new ImportReport(file)
      const stopping = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { stopping.abort() })
      const summary = await withApi(loadSettings({ data: flags.data }), async (api) => {
        const owner = flags.email === undefined ? undefined : await api.accounts.findUser(flags.email)
        if (owner === undefined && flags.email !== undefined) {
          throw new CommandError(
            `There is no active account ${flags.email}.`
          )
        }
        try {
          return await api.import({
            file,
            ...(owner !== undefined && { ownerId: owner.id }),
            ...(flags.source !== undefined && { source: flags.source }),
            ...(flags.batchSize !== undefined && { batchSize: flags.batchSize }),
            ...(flags.files !== undefined && { files: flags.files }),
            ...(flags.updateBy !== undefined && { updateBy: flags.updateBy }),
            createItemSets: flags.createItemSets === true,
            replace: flags.replace === true,
            skipUnknown: flags.skipUnknown === true,
            isDryRun: flags.dryRun === true,
            continueOnError: flags.continueOnError === true,
            signal: stopping.signal,
            onProgress: (progress) => { report.progress(progress) },
            onProblem: (problem) => { report.problem(problem) }
          })
        } finally {
          report.end()
        }
      })
      conclude(summary, flags)
    })
}

function batchSize (text: string): number {
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 1) throw new InvalidArgumentError('Expected a whole number from 1.')
  return size
}

/** Prints a summary. @throws CommandError when records were left out. */
function conclude (summary: ImportSummary, { dryRun, continueOnError }: Flags): void {
  const { source, present, skipped, errors, seconds } = summary
  const amount = `${summary.created} records with ${summary.values} values` +
    (summary.media > 0 ? ` and ${summary.media} media` : '')
  const updates = summary.updated > 0 ? `, ${summary.updated} updated` : ''
  const total = summary.created + summary.updated
  if (total === 0 && errors === 0) process.stdout.write('Nothing new. ')
  else if (dryRun === true) {
    process.stdout.write(`${amount} can be imported${updates}. Nothing was written.\n`)
  } else if (errors === 0 || continueOnError === true) {
    process.stdout.write(
      `Imported ${amount}${updates} in ${seconds.toFixed(1)} s, ${Math.round(total / seconds)} records a second.\n`
    )
  }
  if (summary.unchanged > 0) process.stdout.write(`${summary.unchanged} records are as they were.\n`)
  if (present > 0) process.stdout.write(`${present} records were there from an earlier import of ${source}.\n`)
  if (errors === 0) return
  const reason = `${skipped} ${skipped === 1 ? 'line' : 'lines'} with ${errors} ${errors === 1 ? 'error' : 'errors'}`
  if (dryRun === true) throw new CommandError(`${reason}.`)
  throw new CommandError(continueOnError === true
    ? `${reason} left out.`
    : `${reason}; nothing was imported. Mend the file, or leave them out with --continue-on-error.`)
}
