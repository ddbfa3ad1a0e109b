import { isOneOf, type Database } from '../../db/sqlite.js'
import { resource, type ResourceKind } from '../../db/tables/index.js'
import { DamagedFileError, type Line } from './lines.js'
import { RecordError, type Problem } from './problems.js'
import { isDone } from './places.js'
import type { RecordReader } from './record-reader.js'
import { countValues, forEachTarget, type ImportRecord, type Target } from './record.js'

/** What a file turned out to hold. */
export interface Checked {
  /** Records that can be imported. */
  records: number
  /** How many of them an earlier run has imported. */
  present: number
  /** Values of the others. */
  values: number
  /** Lines whose record cannot be imported. */
  skipped: Set<number>
}

interface Link {
  line: number
  target: Target
  kinds: readonly ResourceKind[]
}

/**
 * Reads a whole file without writing anything: gives the labels their places, so that records may point to later
 * ones, and reports all that is wrong.
 *
 * @param report told of problems, roughly in the order of lines.
 */
export async function check (
  lines: AsyncIterable<Line[]>,
  reader: RecordReader,
  database: Database,
  report: (problem: Problem) => void
): Promise<Checked> {
  const checked: Checked = { records: 0, present: 0, values: 0, skipped: new Set() }
  const links: Link[] = []
  try {
    for await (const some of lines) {
      for (const line of some) checkLine(line, reader, checked, links, report)
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    checked.skipped.add(error.line)
    report({ severity: 'error', line: error.line, message: error.message })
  }
  await checkLinks(links, reader, database, report)
  return checked
}

function checkLine (
  line: Line,
  reader: RecordReader,
  checked: Checked,
  links: Link[],
  report: (problem: Problem) => void
): void {
  try {
    const record = reader.read(line)
    settle(record, reader)
    checked.records++
    if (isDone(reader.places.of(record.label))) checked.present++
    else checked.values += countValues(record.values)
    for (const message of record.warnings) report({ severity: 'warning', line: line.number, message })
    forEachTarget(record, (target, kinds) => {
      const kind = reader.places.at(target)?.kind
      if (kind === undefined || !kinds.includes(kind)) links.push({ line: line.number, target, kinds })
    })
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    checked.skipped.add(line.number)
    const place = error.label === undefined ? undefined : reader.places.of(error.label)
    if (place !== undefined && place.line === undefined) Object.assign(place, { line: line.number, isSkipped: true })
    for (const message of error.messages) report({ severity: 'error', line: line.number, message })
  }
}

/** @throws RecordError when the label is taken, or was another kind of resource in an earlier run. */
function settle ({ line, label, kind }: ImportRecord, { places }: RecordReader): void {
  const place = places.of(label)
  if (place.line !== undefined) throw new RecordError([`@id: ${label} is the label of line ${place.line} already`])
  place.line = line
  if (place.kind !== undefined && place.kind !== kind) {
    throw new RecordError([`@type: ${label} was imported as ${place.kind} before, and cannot become ${kind}`])
  }
  place.kind = kind
}

async function checkLinks (
  links: readonly Link[],
  { places }: RecordReader,
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
    const place = places.at(target)
    const kind = place === undefined ? kinds.get(target) : place.kind
    if (kind !== undefined && allowed.includes(kind)) continue
    // What is wrong with that record has been reported already, or it was deleted on purpose.
    if (place?.isSkipped === true || place?.state === 'deleted') continue
    const name = place === undefined ? `resource ${target}` : place.label
    const message = kind === undefined
      ? place === undefined ? `there is no ${name}` : `no record is labelled ${name}`
      : `${name} is of the kind ${kind}, not ${allowed.join(' or ')}`
    report({ severity: 'error', line, message })
  }
}
