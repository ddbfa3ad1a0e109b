import { isOneOf, type Database } from '../../db/sqlite.js'
import { resource, type ResourceKind } from '../../db/tables/index.js'
import { DamagedFileError, type Line } from './lines.js'
import { RecordError, type Problem } from './problems.js'
import { isDone } from './labels.js'
import type { RecordReader } from './record-reader.js'
import { countValues, forEachTarget, type ImportRecord, type Target } from './record.js'

/** Counts of a checked file. */
export interface CheckResult {
  /** Records that can be imported. */
  records: number
  /** Number of these that an earlier run imported. */
  present: number
  /** Values of the records that are not imported yet. */
  values: number
  /** Line numbers of records with errors. */
  skipped: Set<number>
}

interface Link {
  line: number
  target: Target
  kinds: readonly ResourceKind[]
}

/**
 * Reads a whole file without writing anything. Registers every label first, because a record may link to one that
 * comes later in the file, and reports every problem.
 *
 * @param report called with each problem; broken links come last, all others in the order of lines.
 */
export async function check (
  lines: AsyncIterable<Line[]>,
  reader: RecordReader,
  database: Database,
  report: (problem: Problem) => void
): Promise<CheckResult> {
  const result: CheckResult = { records: 0, present: 0, values: 0, skipped: new Set() }
  const links: Link[] = []
  try {
    for await (const chunk of lines) {
      for (const line of chunk) checkLine(line, reader, result, links, report)
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    result.skipped.add(error.line)
    report({ severity: 'error', line: error.line, message: error.message })
  }
  await checkLinks(links, reader, database, report)
  return result
}

function checkLine (
  line: Line,
  reader: RecordReader,
  result: CheckResult,
  links: Link[],
  report: (problem: Problem) => void
): void {
  try {
    const record = reader.read(line)
    registerLabel(record, reader)
    result.records++
    if (isDone(reader.labels.of(record.label))) result.present++
    else result.values += countValues(record.values)
    for (const message of record.warnings) report({ severity: 'warning', line: line.number, message })
    forEachTarget(record, (target, kinds) => {
      const kind = reader.labels.byTarget(target)?.kind
      if (kind === undefined || !kinds.includes(kind)) links.push({ line: line.number, target, kinds })
    })
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    result.skipped.add(line.number)
    const entry = error.label === undefined ? undefined : reader.labels.of(error.label)
    if (entry !== undefined && entry.line === undefined) Object.assign(entry, { line: line.number, isSkipped: true })
    for (const message of error.messages) report({ severity: 'error', line: line.number, message })
  }
}

/** @throws RecordError when another line has the label, or an earlier run imported it as another kind of resource. */
function registerLabel ({ line, label, kind }: ImportRecord, { labels }: RecordReader): void {
  const entry = labels.of(label)
  if (entry.line !== undefined) throw new RecordError([`@id: ${label} is the label of line ${entry.line} already`])
  entry.line = line
  if (entry.kind !== undefined && entry.kind !== kind) {
    throw new RecordError([`@type: ${label} was imported as ${entry.kind} before, and cannot become ${kind}`])
  }
  entry.kind = kind
}

async function checkLinks (
  links: readonly Link[],
  { labels }: RecordReader,
  database: Database,
  report: (problem: Problem) => void
): Promise<void> {
  const ids = [...new Set(links.map(({ target }) => target).filter((target) => target >= 0))]
  const rows = await database
    .select({ id: resource.id, kind: resource.kind })
    .from(resource)
    .where(isOneOf(resource.id, ids))
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]))
  for (const { line, target, kinds: allowed } of links) {
    const entry = labels.byTarget(target)
    const kind = entry === undefined ? kinds.get(target) : entry.kind
    if (kind !== undefined && allowed.includes(kind)) continue
    // The errors of a skipped record are reported already; deleted records may stay deleted.
    if (entry?.isSkipped === true || entry?.state === 'deleted') continue
    const name = entry === undefined ? `resource ${target}` : entry.label
    const message = kind === undefined
      ? entry === undefined ? `there is no ${name}` : `no record is labelled ${name}`
      : `${name} is of the kind ${kind}, not ${allowed.join(' or ')}`
    report({ severity: 'error', line, message })
  }
}
