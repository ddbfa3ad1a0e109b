import { closeSync, openSync, writeSync } from 'node:fs'
import type { TransferSummary } from '../../api/move/collection/run/transfer.js'
import { CommandError } from '../terminal/explain.js'
import { withoutCollection, type ImportFlags, type ImportKind } from './import-kind.js'
import { definedOf } from '../terminal/arguments.js'
import { withApi } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

interface CollectionFlags {
  files?: string
  continueOnError?: true
  batchSize?: number
  overwrite?: true
  deleteMissing?: true
  report?: string
}

/** Imports whole collections that `vitrine export` wrote. */
export const collection: ImportKind = {
  name: 'collection',
  options (command) {
    command
      .option('--overwrite', 'Of a collection: also replace records that were changed here since their import')
      .option('--delete-missing', 'Of a collection: delete records of the same source that it no longer has')
      .option('--report <file>', 'Of a collection: write all problems into a file, one JSON object a line')
  },
  recognizes: isCollection,
  run: importCollection
}

async function isCollection (source: string): Promise<boolean> {
  const { DamagedFileError } = await import('../../api/move/pipeline/problems.js')
  const { readCollectionHeader } = await import('../../api/move/collection/read/collection-file.js')
  const { isCrate } = await import('../../api/move/collection/run/crate.js')
  try {
    return await isCrate(source) || await readCollectionHeader(source) !== undefined
  } catch (error) {
    if (error instanceof DamagedFileError) throw new CommandError(`${source}, line ${error.line}: ${error.message}.`)
    // The kind that recognizes the source reports the error.
    return false
  }
}

/** Imports a collection file or crate, and reports the progress. @throws CommandError if records were left out. */
async function importCollection (file: string, flags: ImportFlags): Promise<void> {
  const { files, continueOnError, batchSize, overwrite, deleteMissing, report: reportFile } = flags as CollectionFlags
  const { reporting } = await import('./import-report.js')
  const written = reportFile === undefined ? undefined : openSync(reportFile, 'w')
  const summary = await withApi(flags, async (api) => await reporting(file, async (observer) =>
    await api.importCollection({
      ...observer,
      file,
      ...definedOf({ files, batchSize }),
      isDryRun: flags.dryRun === true,
      continueOnError: continueOnError === true,
      overwrite: overwrite === true,
      deleteMissing: deleteMissing === true,
      onProblem (problem) {
        if (written !== undefined) writeSync(written, `${JSON.stringify(problem)}\n`)
        observer.onProblem(problem)
      }
    })), withoutCollection(flags)).finally(() => { if (written !== undefined) closeSync(written) })
  await conclude(summary, flags)
}

/** Prints a summary. @throws CommandError if records were left out. */
async function conclude (summary: TransferSummary, { dryRun }: ImportFlags): Promise<void> {
  const { linesOf } = await import('../../api/move/collection/transferrer.js')
  const { source, counts, errors, conflicts, isWritten, seconds } = summary
  const lines = linesOf(summary).map((line) => `  ${line}\n`).join('')
  if (dryRun === true) process.stdout.write(`What would become of the records of ${source}; nothing was written:\n${lines}`)
  else if (isWritten) {
    const total = Object.values(counts).reduce((sum, { created, updated }) => sum + created + updated, 0)
    process.stdout.write(`Imported ${source} in ${seconds.toFixed(1)} s, ${counted(Math.round(total / seconds), 'record')} a second:\n${lines}`)
  }
  if (conflicts > 0) {
    process.stdout.write(`${counted(conflicts, 'record')} left as changed or deleted here; --overwrite replaces such records.\n`)
  }
  if (errors === 0) return
  const found = counted(errors, 'error')
  if (dryRun === true) throw new CommandError(`${found}.`)
  throw new CommandError(isWritten
    ? `${found}; the messages say what was left out.`
    : `${found}; nothing was imported. Correct the file, or leave out records with errors: --continue-on-error.`)
}
