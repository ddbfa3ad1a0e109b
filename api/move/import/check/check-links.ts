import type { Database } from '../../../../db/query/statements/database.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { resource, type ResourceKind } from '../../../../db/tables/index.js'
import type { Turns } from '../../../core/sequence/turns.js'
import { TITLE, type Labels } from '../records/labels.js'
import { nameOf } from '../records/matching.js'
import type { ProblemReport } from '../../pipeline/problems.js'
import type { RecordReader } from '../records/record-reader.js'
import type { Target } from '../records/record.js'

interface LinkOptions {
  database: Database
  labels: Labels
  reader: RecordReader
  report: ProblemReport
}

/**
 * Reports links that lead nowhere, or to a resource of a kind that is not allowed. Call it when all records are known.
 */
export async function checkLinks (options: LinkOptions, turns: Turns): Promise<void> {
  const { database, labels, report } = options
  for await (const links of labels.links()) {
    await turns.next()
    const ids = [...new Set(links.map(({ target }) => target).filter((target) => target >= 0))]
    const rows = await database
      .select({ id: resource.id, kind: resource.kind })
      .from(resource)
      .where(isOneOf(resource.id, ids))
    const kindsById = new Map(rows.map(({ id, kind }) => [id, kind]))
    for (const { line, target, kinds } of links) {
      const message = faultOf(target, kinds, kindsById, options)
      if (message !== undefined) report.problem({ severity: 'error', line, message })
    }
  }
}

function faultOf (
  target: Target, kinds: readonly ResourceKind[], kindsById: ReadonlyMap<number, ResourceKind>,
  { labels, reader }: LinkOptions
): string | undefined {
  const entry = labels.byTarget(target)
  const kind = entry === undefined ? kindsById.get(target) : entry.kind
  if (kind !== undefined && kinds.includes(kind)) return undefined
  // Errors of skipped records have been reported; links to deleted records are not errors.
  if (entry?.isSkipped === true || entry?.state === 'deleted') return undefined
  if (entry?.reference !== undefined) {
    const { property, kinds: wanted } = entry.reference
    const key = property === TITLE ? 'o:title' : reader.terms.properties.byId.get(property)!.term
    return `no ${wanted.map(nameOf).join(' or ')} is identified by ${key} ${JSON.stringify(entry.label)}: ` +
      entry.problem!
  }
  const name = entry === undefined ? `resource ${target}` : entry.label
  if (kind !== undefined) return `${name} is of the kind ${kind}, not ${kinds.join(' or ')}`
  return entry === undefined ? `there is no ${name}` : `no record is labelled ${name}`
}
