import { createHash } from 'node:crypto'
import { groupBy } from '../../../core/sequence/group-by.js'
import { Turns } from '../../../core/sequence/turns.js'
import { suggestion } from '../../pipeline/problems.js'
import { isDone, TITLE, type LabelReference, type Labels } from '../records/labels.js'
import { resourcesWith, titlesOfSets, type ByValue } from '../records/matching.js'
import type { ImportRecord } from '../records/record.js'
import { readRecord } from '../records/record-reader.js'
import { LABEL_MAX_BYTES } from '../records/texts.js'
import type { ImportContext } from '../write/context.js'

/** Number of item sets whose titles are considered for suggestions. */
const SUGGESTIONS_MAX = 1000

/**
 * Resolves references by values to a record of the file or, if there is none, a resource of the database.
 * @returns titles of the item sets to create.
 */
export async function followReferences (
  { labels, services: { store: { read } }, options: { createItemSets = false } }: ImportContext
): Promise<Set<string>> {
  const turns = new Turns()
  const titles = new Set<string>()
  /** Titles for suggestions; loaded when first needed. */
  let known: string[] | undefined
  for (const page of labels.references()) {
    const others: LabelReference[] = []
    for await (const entry of turns.each(page)) if (!isOfFile(entry, labels)) others.push(entry)
    for (const [property, some] of groupBy(others, ({ reference }) => reference.property)) {
      const found = await resourcesWith(read, property, some.map(({ label }) => label))
      for await (const entry of turns.each(some)) {
        const { label, reference: { kinds } } = entry
        if (isFollowed(entry, found)) continue
        if (property !== TITLE || !kinds.includes('item_set')) entry.problem = 'there is none'
        else if (createItemSets) {
          const set = labels.of(labelOfSet(label))
          labels.save({ ...set, kind: 'item_set', line: set.line ?? 0 })
          entry.alias = set.target
          if (!isDone(set)) titles.add(label)
        } else {
          known ??= [...labels.identifiers(TITLE, SUGGESTIONS_MAX), ...await titlesOfSets(read, SUGGESTIONS_MAX)]
          entry.problem = `there is none${suggestion(label, known)}`
        }
      }
    }
    for await (const entry of turns.each(page)) labels.save(entry)
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
export function setOf (title: string, context: ImportContext): ImportRecord {
  const record = {
    '@id': labelOfSet(title),
    '@type': 'o:ItemSet',
    'dcterms:title': [{ type: 'literal', '@value': title }]
  }
  return readRecord({ number: 0, record }, context)
}

/** Resolves a reference to a record of the file. @returns whether there is one. */
function isOfFile (entry: LabelReference, labels: Labels): boolean {
  const { label, reference: { property, kinds } } = entry
  const [first, second] = labels.identified(property, label, kinds)
  if (second !== undefined) entry.problem = `line ${first!.line!} and line ${second.line!} both have it`
  else if (first !== undefined) entry.alias = first.target
  return first !== undefined
}

/** Resolves a reference to what the database lookup found. @returns whether it found anything. */
function isFollowed (entry: LabelReference, found: ByValue): boolean {
  const same = [...found.get(entry.label)!].filter(([, kind]) => entry.reference.kinds.includes(kind))
  const [match] = same
  if (same.length > 1) entry.problem = `${same.length} resources have it (${same.slice(0, 5).map(([id]) => id).join(', ')})`
  else if (match !== undefined) Object.assign(entry, { state: 'written', id: match[0], kind: match[1] })
  return match !== undefined
}
