import type { ResourceKind } from '../../../../db/tables/index.js'
import { TITLE } from '../records/labels.js'
import { nameOf, type Found } from '../records/matching.js'
import { linksOf, type ImportRecord, type Link } from '../records/record.js'
import type { ImportContext } from '../write/context.js'

/** Messages about links of a record that lead nowhere, or to a resource of a kind that is not allowed. */
export function brokenLinks (record: ImportRecord, { kinds }: Found, context: ImportContext): string[] {
  return linksOf(record).flatMap((link) => faultOf(link, kinds, context) ?? [])
}

function faultOf (
  { target, kinds: allowed }: Link, kindsById: ReadonlyMap<number, ResourceKind>, { labels, terms }: ImportContext
): string | undefined {
  const entry = labels.byTarget(target)
  const kind = entry === undefined ? kindsById.get(target) : entry.kind
  if (kind !== undefined && allowed.includes(kind)) return undefined
  // Errors of skipped records are reported with these; links to deleted records are not errors.
  if (entry?.isSkipped === true || entry?.state === 'deleted') return undefined
  if (entry?.reference !== undefined) {
    const { property, kinds: wanted } = entry.reference
    const key = property === TITLE ? 'o:title' : terms.properties.byId.get(property)!.term
    return `no ${wanted.map(nameOf).join(' or ')} is identified by ${key} ${JSON.stringify(entry.label)}: ` +
      entry.problem!
  }
  const name = entry === undefined ? `resource ${target}` : entry.label
  if (kind !== undefined) return `${name} is of the kind ${kind}, not ${allowed.join(' or ')}`
  return entry === undefined ? `there is no ${name}` : `no record is labelled ${name}`
}
