import { createHash } from 'node:crypto'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { partsOf } from '../../../core/sequence/pages.js'
import { Turns } from '../../../core/sequence/turns.js'
import { suggestion } from '../../pipeline/problems.js'
import { isDone, TITLE, type LabelEntry, type Labels } from '../records/labels.js'
import type { ImportRecord } from '../records/record.js'
import type { RecordReader } from '../records/record-reader.js'
import { LABEL_MAX_BYTES } from '../records/texts.js'
import type { ImportContext } from '../write/context.js'

/** Number of item sets whose titles are considered for suggestions. */
const SUGGESTIONS_MAX = 1000

/** Records or references that are looked up together. */
export const ELEMENTS_PER_LOOKUP = 100

/** A reference of the file by a value. */
type Reference = LabelEntry & { reference: NonNullable<LabelEntry['reference']> }

/**
 * Resolves references by values to a record of the file or, if there is none, a resource of the database.
 * @returns titles of the item sets to create.
 */
export async function followReferences (
  { labels, matching, options: { createItemSets = false } }: ImportContext
): Promise<Set<string>> {
  const turns = new Turns()
  const titles = new Set<string>()
  /** Titles for suggestions; loaded when first needed. */
  let known: string[] | undefined
  for await (const entries of labels.references()) {
    for await (const group of turns.each(partsOf(entries as Reference[], ELEMENTS_PER_LOOKUP))) {
      const others = group.filter((entry) => !isOfFile(entry, labels))
      const found = await Promise.all(others.map(async ({ label, reference: { property, kinds } }) =>
        await matching.find(property, label, kinds)))
      const made: Array<[LabelEntry, LabelEntry]> = []
      for (const [at, entry] of others.entries()) {
        if (isFollowed(entry, found[at]!)) continue
        const { label, reference: { property, kinds } } = entry
        if (property !== TITLE || !kinds.includes('item_set')) entry.problem = 'there is none'
        else if (createItemSets) made.push([entry, labels.of(labelOfSet(label))])
        else {
          known ??= [...labels.identifiers(TITLE, SUGGESTIONS_MAX), ...await matching.titlesOfSets(SUGGESTIONS_MAX)]
          entry.problem = `there is none${suggestion(label, known)}`
        }
      }
      await labels.recall()
      for (const [entry, set] of made) {
        set.kind = 'item_set'
        set.line ??= 0
        entry.alias = set.target
        if (!isDone(set)) titles.add(entry.label)
      }
    }
  }
  return titles
}

/**
 * The label of an item set that is created because a record names its title; contains a digest if the title is too
 * long for a label.
 */
function labelOfSet (title: string): string {
  const label = `o:item_set ${title}`
  if (Buffer.byteLength(label) <= LABEL_MAX_BYTES) return label
  return `o:item_set ${createHash('sha256').update(title).digest('hex')}`
}

/** The record of an item set that is created because others refer to it by title. */
export function setOf (title: string, reader: RecordReader): ImportRecord {
  const record = {
    '@id': labelOfSet(title),
    '@type': 'o:ItemSet',
    'dcterms:title': [{ type: 'literal', '@value': title }]
  }
  return reader.read({ number: 0, record })
}

/** Resolves a reference to a record of the file. @returns whether there is one. */
function isOfFile (entry: Reference, labels: Labels): boolean {
  const { label, reference: { property, kinds } } = entry
  const [first, second] = labels.identified(property, label, kinds)
  if (second !== undefined) entry.problem = `line ${first!.line!} and line ${second.line!} both have it`
  else if (first !== undefined) entry.alias = first.target
  return first !== undefined
}

/** Resolves a reference to what the database lookup found. @returns whether it found anything. */
function isFollowed (entry: Reference, found: ReadonlyMap<number, ResourceKind>): boolean {
  const [match] = found
  if (found.size > 1) entry.problem = `${found.size} resources have it (${[...found.keys()].slice(0, 5).join(', ')})`
  else if (match !== undefined) Object.assign(entry, { state: 'written', id: match[0], kind: match[1] })
  return match !== undefined
}
