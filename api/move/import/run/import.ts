import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import type { Store } from '../../../../db/open/store.js'
import { user } from '../../../../db/tables/index.js'
import type { Services } from '../../../resources/definition/services.js'
import { check, checkFirst, type CheckedRecord, type CheckResult } from '../check/check.js'
import { setOf } from '../check/follow-references.js'
import { formatNamed } from '../formats/formats.js'
import { isDone, Labels } from '../records/labels.js'
import { updateKeyOf } from '../records/matching.js'
import { ImportError, ProblemReport, type Problem } from '../../pipeline/problems.js'
import type { ImportRecord } from '../records/record.js'
import { readRecord } from '../records/record-reader.js'
import { inBatches, readAgain } from '../../pipeline/source.js'
import { SOURCE_NAME_MAX_BYTES } from '../records/texts.js'
import { readingTwice } from '../../pipeline/reading-twice.js'
import type { ImportContext, ImportOptions, ImportSummary } from '../write/context.js'
import { LocalFiles } from '../write/local-files.js'
import { compareRecords, writeRecords } from '../write/write-records.js'
import { deferringIndexes } from './defer-indexes.js'

/** A batch is written as soon as it has this many media, because storing their files takes long. */
const MEDIA_PER_BATCH = 50

/** Larger batches are hardly faster and block other writers longer. */
const RECORDS_PER_TRANSACTION = 1000

/** A record as an import would read it, with its problems. */
export interface PreviewedRecord extends CheckedRecord {
  problems: Problem[]
}

/**
 * Imports a file of records (format: see readRecord), one transaction per batch. The whole file is checked first; if
 * a record has errors, nothing is written unless `continueOnError` is set. An interrupted run is resumed by running it
 * again: the labels of imported records are stored by source with a digest, and skipped. Another record under such a
 * label is an error.
 * @param jobId the job with which changes are stored.
 * @returns what was imported, or with `isDryRun` what would be.
 * @throws ImportError when the path is not a regular file, the file changes during the import, or a media cannot be
 * fetched; a system error (with `code`) when the file cannot be read.
 */
export async function importFile (services: Services, options: ImportOptions, jobId?: number): Promise<ImportSummary> {
  const begin = performance.now()
  const summary = await readingTwice(options.file, false, async () => await withContext(services, options, jobId, run))
  return { ...summary, seconds: (performance.now() - begin) / 1000 }
}

/**
 * Checks the first records of a file as an import would. Does not resolve links to other records, which would require
 * reading the whole file.
 * @throws ImportError, or a system error, when the file cannot be read.
 */
export async function preview (services: Services, options: ImportOptions, limit: number): Promise<PreviewedRecord[]> {
  const problems: Problem[] = []
  const onProblem = (problem: Problem): void => { problems.push(problem) }
  const records = await withContext(services, { ...options, onProblem }, undefined, async (context) =>
    await checkFirst(context, limit))
  return records.map((record) => ({ ...record, problems: problems.filter(({ line }) => line === record.number) }))
}

/**
 * The default source of a file: its name without folders and `.gz`, so that a moved, compressed or corrected file is
 * recognised.
 */
export function sourceOf (file: string): string {
  return path.basename(file).replace(/\.gz$/i, '')
}

/** Opens everything that an import reads and writes with. */
async function withContext<T> (
  services: Services, options: ImportOptions, jobId: number | undefined, work: (context: ImportContext) => Promise<T>
): Promise<T> {
  const { store, files, dataTypes } = services
  const { file, format = 'ndjson', formatOptions, updateBy, source: name = sourceOf(file) } = options
  if (Buffer.byteLength(name) > SOURCE_NAME_MAX_BYTES) {
    throw new ImportError(`The name of the source is longer than ${SOURCE_NAME_MAX_BYTES} bytes.`)
  }
  const { files: folder = path.dirname(path.resolve(file)), ownerId = await firstAdministrator(store) } = options
  const terms = await store.terms()
  const source = await formatNamed(format).open(file, formatOptions, { terms, dataTypes, files })
  const labels = new Labels(name, files.work.newFile('import'))
  try {
    await labels.recall(store.read)
    await files.refresh()
    const accounts = await store.read.select({ id: user.id, email: user.email }).from(user)
    return await work({
      services,
      options,
      jobId,
      source,
      report: new ProblemReport(source, options.onProblem),
      labels,
      terms,
      owners: new Map(accounts.map(({ id, email }) => [email.toLowerCase(), id])),
      localFiles: folder === null ? null : new LocalFiles(await realpath(folder)),
      updateBy: updateBy === undefined ? undefined : updateKeyOf(updateBy, terms),
      ownerId,
      summary: {
        source: name,
        created: 0,
        updated: 0,
        unchanged: 0,
        values: 0,
        media: 0,
        present: 0,
        skipped: 0,
        errors: 0,
        warnings: 0,
        seconds: 0
      }
    })
  } finally {
    labels.close()
    await source.close?.()
  }
}

async function run (context: ImportContext): Promise<ImportSummary> {
  const { summary, report, options: { isDryRun = false, continueOnError = false } } = context
  const checked = await check(context)
  summary.skipped = checked.skipped.size
  summary.present = checked.present
  if (isDryRun) {
    const { records, present, updates, values, media, itemSets } = checked
    // Each new item set has a title as its only value.
    Object.assign(summary, {
      created: records - present - updates + itemSets.size, values: values + itemSets.size, media
    })
    if (updates > 0) await writeAll(context, checked, compareRecords)
  } else if ((report.errors === 0 || continueOnError) && checked.present < checked.records) {
    const { store, indexes } = context.services
    await deferringIndexes(context, checked, async () => { await writeAll(context, checked, writeRecords) })
    await indexes.catchUp()
    await store.refreshStatistics()
  }
  const { errors, warnings } = report
  return Object.assign(summary, { errors, warnings })
}

/**
 * Writes the records of a checked file, one transaction per batch, after the item sets to create for them.
 * @param write writes or compares a batch.
 */
async function writeAll (
  context: ImportContext, { records: checked, skipped, itemSets }: CheckResult, write: typeof writeRecords
): Promise<void> {
  const { source, labels, options: { batchSize = RECORDS_PER_TRANSACTION, onProgress } } = context
  const total = checked + itemSets.size
  async function * all (): AsyncGenerator<ImportRecord> {
    for (const title of itemSets) yield setOf(title, context)
    yield * readAgain(source, (line) => readRecord(line, context), skipped)
  }
  const shareOf = ({ media }: ImportRecord): number => Math.max(1 / batchSize, media.length / MEDIA_PER_BATCH)
  let done = 0
  for await (const records of inBatches(all(), shareOf)) {
    await write(context, records.filter(({ label }) => !isDone(labels.of(label))))
    done += records.length
    await onProgress?.({ phase: 'write', done, total })
  }
}

async function firstAdministrator ({ read }: Store): Promise<number | null> {
  const [row] = await read
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, 'global_admin'), eq(user.isActive, true)))
    .orderBy(asc(user.id))
    .limit(1)
  return row?.id ?? null
}
