import { createHash } from 'node:crypto'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { Turns } from '../../../core/sequence/turns.js'
import { isDone, TITLE, type LabelEntry, type Labels } from '../records/labels.js'
import type { Matching } from '../records/matching.js'
import { suggestion } from '../records/references.js'
import { LONGEST_LABEL } from '../records/texts.js'

/** Number of item sets whose titles are considered for suggestions. */
const SUGGESTED = 1000

/** Number of records, or of references, that are looked up together. */
const TOGETHER = 100

interface FollowOptions {
  readonly labels: Labels
  readonly matching: Matching
  /** Make item sets that are named by title and not there. */
  readonly createsItemSets: boolean
}

/** A reference of the file by a value, and what this is a value of. */
type Reference = LabelEntry & { reference: NonNullable<LabelEntry['reference']> }

/**
 * Finds what is meant by values: a record of the file or, if there is none, a resource of the database.
 *
 * @returns titles of the item sets that are to be made.
 */
export async function followReferences (options: FollowOptions): Promise<Set<string>> {
  const { labels, matching } = options
  const turns = new Turns()
  const sets = new Sets(options)
  for await (const entries of labels.references()) {
    for (const group of together(entries as Reference[])) {
      const others = group.filter((entry) => !isOfFile(entry, labels))
      await turns.next()
      const found = await Promise.all(others.map(async ({ label, reference: { property, kinds } }) =>
        await matching.find(property, label, kinds)))
      await sets.make(others.filter((entry, at) => !isFollowed(entry, found[at]!)))
    }
  }
  return sets.titles
}

/** The elements of a list in groups that are looked up together. */
export function * together<T> (list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += TOGETHER) yield list.slice(at, at + TOGETHER)
}

/** The label of an item set that is made because a record names its title, or a digest of one too long for a label. */
export function labelOfSet (title: string): string {
  const label = `o:item_set ${title}`
  if (Buffer.byteLength(label) <= LONGEST_LABEL) return label
  return `o:item_set ${createHash('sha256').update(title).digest('hex')}`
}

/** Follows a reference to a record of the file. @returns whether there is one. */
function isOfFile (entry: Reference, labels: Labels): boolean {
  const { label, reference: { property, kinds } } = entry
  const [first, second] = labels.identified(property, label, kinds)
  if (second !== undefined) entry.problem = `line ${first!.line!} and line ${second.line!} both have it`
  else if (first !== undefined) entry.alias = first.target
  return first !== undefined
}

/** Follows a reference to what was found in the database. @returns whether anything was. */
function isFollowed (entry: Reference, found: ReadonlyMap<number, ResourceKind>): boolean {
  const [match] = found
  if (found.size > 1) entry.problem = `${found.size} resources have it (${[...found.keys()].slice(0, 5).join(', ')})`
  else if (match !== undefined) Object.assign(entry, { state: 'written', id: match[0], kind: match[1] })
  return match !== undefined
}

/** Item sets that are made because records name their titles. */
class Sets {
  readonly titles = new Set<string>()
  readonly #options: FollowOptions
  /** Titles that are suggested in place of wrong ones; undefined until they are needed. */
  #known: readonly string[] | undefined

  constructor (options: FollowOptions) {
    this.#options = options
  }

  /** @param references to what is neither in the file nor in the database. */
  async make (references: readonly Reference[]): Promise<void> {
    const { labels, createsItemSets } = this.#options
    const made: Array<[LabelEntry, LabelEntry]> = []
    for (const entry of references) {
      const { label, reference: { property, kinds } } = entry
      const mayBeSet = property === TITLE && kinds.includes('item_set')
      if (mayBeSet && createsItemSets) made.push([entry, labels.of(labelOfSet(label))])
      else entry.problem = `there is none${mayBeSet ? suggestion(label, await this.#suggested()) : ''}`
    }
    await labels.recall()
    for (const [entry, set] of made) {
      set.kind = 'item_set'
      set.line ??= 0
      entry.alias = set.target
      if (!isDone(set)) this.titles.add(entry.label)
    }
  }

  async #suggested (): Promise<readonly string[]> {
    const { labels, matching } = this.#options
    this.#known ??= [...labels.identifiers(TITLE, SUGGESTED), ...await matching.titlesOfSets(SUGGESTED)]
    return this.#known
  }
}
