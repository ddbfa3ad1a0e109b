import type { Services } from '../../../resources/definition/services.js'
import { explained, ingestionOf, readerOf, sourceFor, sourceOf, type ImportOptions } from './import.js'
import type { Ingestion } from '../write/ingestion.js'
import { isDone, isReplaced, Labels } from '../records/labels.js'
import { jsonOf, type Json, type SourceRecord } from '../../pipeline/lines.js'
import { Matching, matchOf, updateKeyOf } from '../records/matching.js'
import { RecordError, type Problem } from '../../pipeline/problems.js'
import type { ImportRecord } from '../records/record.js'
import { recordDigest } from '../check/record-digest.js'
import type { RecordReader } from '../records/record-reader.js'

/** A record as an import would read it. */
export interface PreviewedRecord {
  /** Its line or row number. */
  number: number
  /** The source record; undefined when it cannot be read. */
  record: Json | undefined
  title: string | null
  /** The expected outcome. */
  outcome: 'created' | 'updated' | 'present' | 'error'
  /** Id of the resource that it updates. */
  updates?: number
  problems: Problem[]
}

/**
 * Reads the first records of a file and determines the outcome of each. Does not resolve links to other records, which
 * would require reading the whole file.
 * @throws ImportError, or a system error, when the file cannot be read.
 */
export async function preview (services: Services, options: ImportOptions, limit: number): Promise<PreviewedRecord[]> {
  const { store, files } = services
  const source = await sourceFor(services, options)
  const labels = await Labels.open(store.read, options.source ?? sourceOf(options.file), files.work.newFile('preview'))
  try {
    const reader = await readerOf(services, options, labels)
    const ingestion = await ingestionOf(services, options)
    const updateBy = options.updateBy === undefined ? undefined : updateKeyOf(options.updateBy, reader.terms)
    const matching = new Matching(store.read)
    const matchingRecord = async (record: ImportRecord): Promise<number | undefined> =>
      updateBy === undefined ? undefined : await matchOf(record, updateBy, matching)
    const shown: PreviewedRecord[] = []
    for await (const chunk of source.read()) {
      for (const line of chunk) {
        if (shown.length === limit) return shown
        const one = await previewed(line, reader, labels, ingestion, matchingRecord)
        const problems = one.problems.map((problem) => ({
          ...problem, unit: source.unit, message: explained(source, problem.line, problem.message)
        }))
        shown.push({ ...one, problems })
      }
    }
    return shown
  } finally {
    labels.close()
    await source.close?.()
  }
}

type Previewed = Omit<PreviewedRecord, 'problems'> & { problems: Array<Omit<Problem, 'unit'>> }

async function previewed (
  line: SourceRecord, reader: RecordReader, labels: Labels, ingestion: Ingestion,
  matchOf: (record: ImportRecord) => Promise<number | undefined>
): Promise<Previewed> {
  const { number } = line
  const problem = (severity: Problem['severity']) => (message: string): Omit<Problem, 'unit'> =>
    ({ severity, line: number, message })
  let json: Json | undefined
  try {
    // Cloned, because reading modifies the object.
    json = structuredClone(jsonOf(line))
    const digest = recordDigest(line)
    const record = reader.read(line)
    const id = await matchOf(record)
    const entry = labels.of(record.label)
    await labels.recall()
    const missing = id === undefined ? reader.missing(record) : []
    entry.digest = digest
    const replaced = id === undefined && isReplaced(entry) ? [labels.explainReplaced(entry)] : []
    const errors = [...missing, ...replaced, ...await ingestion.check(record)]
    const outcome = id !== undefined ? 'updated' : isDone(entry) ? 'present' : 'created'
    return {
      number,
      record: json,
      title: record.titles.full,
      outcome: errors.length > 0 ? 'error' : outcome,
      ...(id !== undefined && { updates: id }),
      problems: [...errors.map(problem('error')), ...record.warnings.map(problem('warning'))]
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { number, record: json, title: null, outcome: 'error', problems: error.messages.map(problem('error')) }
  }
}
