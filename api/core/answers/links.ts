import { positionOf } from '../../../db/keys/ascending.js'
import { isAnyIn } from '../../../db/query/statements/id-sets.js'
import { address } from './addresses.js'
import type { Representation } from './answer.js'
import { BASE } from './base.js'
import { bytesOf, copied, textOf } from './byte-text.js'
import type { SharedText } from './kept-text.js'

/** A value that links to a resource, as the `@reverse` of that resource shows it. */
export interface Link {
  /** Term of the value's property. */
  readonly term: string
  /** Id of the value, which orders the links. */
  readonly value: number
  /** Id of the resource that has the value. */
  readonly from: number
  /** The JSON text of the title of that resource, as bytes (byte-text.ts). */
  readonly title: string
}

/** What is its own bytes. */
const ASCII = /^[ -~]*$/

/** @param title of the linking resource, as the viewer sees it. */
export function linkOf (term: string, value: number, from: number, title: string | null): Link {
  const text = JSON.stringify(title)
  return { term, value, from, title: ASCII.test(text) ? text : bytesOf(text) }
}

/** Some links of one term, in the order of their values; member by member. Never changed. */
interface Leaf {
  readonly values: Float64Array
  readonly from: Int32Array
  /** Where each title ends in the text of all. */
  readonly ends: Uint32Array
  /** The titles one after the other. */
  readonly titles: string
}

/** The links of one term, in the order of their values. */
interface Group { readonly term: string, readonly leaves: readonly Leaf[] }

/** What `Links` consist of, which can be sent from a thread to another. */
export interface LinkParts {
  readonly groups: readonly Group[]
  /** Ids of the linking resources, ascending. */
  readonly linking: Int32Array
}

/** Most links of a leaf, and bytes after which it takes no more. */
const MOST_LINKS = 128
const MOST_BYTES = 32 * 1024

/** Links that leaves have at least on the average, where there are many leaves. */
const FEWEST_LINKS = 32

/** Bytes that a link and a leaf take besides titles and the text that is sent, roughly. */
const LINK_BYTES = 20
const LEAF_BYTES = 700

/** What is around the id and the title in the text of an entry. */
const [BEFORE_ID, AFTER_ID, AFTER_TITLE] = ['{"@id":"', '","o:title":', '}']
const RESOURCES = address('resources', '').slice(BASE.length)
/** Bytes of an entry with its comma, besides the title: ids of large collections have six digits and more. */
const ENTRY_BYTES = `,${BEFORE_ID}${BASE}${RESOURCES}123456${AFTER_ID}${AFTER_TITLE}`.length

/** Most resources of which links are read again one by one. */
const MOST_MENDED = 500

/** Most ids among which the linking resources are looked for. */
const MOST_TOUCHED = 20_000

/**
 * The `@reverse` of a resource to which many others link, in leaves like those of a B-tree: where one of the others
 * changes, its leaf is made again, and all other ones remain the same. The object itself never changes.
 */
export class Links implements LinkParts {
  readonly groups: readonly Group[]
  readonly linking: Int32Array
  readonly count: number
  /** Bytes of the JSON text, roughly. */
  readonly length: number
  /** Bytes that they take in memory besides those of the text that is sent, roughly. */
  readonly overhead: number

  constructor ({ groups, linking }: LinkParts) {
    this.groups = groups
    this.linking = linking
    const leaves = groups.flatMap((group) => group.leaves)
    this.count = leaves.reduce((sum, leaf) => sum + leaf.values.length, 0)
    const titles = leaves.reduce((sum, leaf) => sum + leaf.titles.length, 0)
    this.length = titles + ENTRY_BYTES * this.count + groups.reduce((sum, { term }) => sum + term.length + 5, 2)
    this.overhead = titles + LINK_BYTES * this.count + LEAF_BYTES * leaves.length
  }

  /** @param links in any order. */
  static of (links: readonly Link[]): Links {
    const groups = [...byTerm(links)].map(([term, own]) => ({ term, leaves: leavesOf(own.sort(byValue)) }))
    const linking = Int32Array.from(new Set(links.map(({ from }) => from))).sort()
    return new Links({ groups: inOrder(groups), linking })
  }

  /** Terms of the values that link, in the order in which they are shown. */
  get terms (): string[] {
    return this.groups.map(({ term }) => term)
  }

  /** The JSON text of the object: each leaf is shared. */
  * segments (): Generator<string | SharedText> {
    let before = '{'
    for (const { term, leaves } of this.groups) {
      yield `${before}${JSON.stringify(term)}:[`
      for (const [at, leaf] of leaves.entries()) {
        yield entries(leaf, at === 0 ? 1 : 0)
      }
      before = '],'
    }
    yield this.groups.length === 0 ? '{}' : ']}'
  }

  toJSON (): Representation {
    const shown: Record<string, Representation[]> = {}
    for (const { term, leaves } of this.groups) {
      shown[term] = leaves.flatMap((leaf) => JSON.parse(`[${textOf(entriesOf(leaf, BASE).slice(1))}]`) as Representation[])
    }
    return shown
  }

  /** Whether one of these resources links. */
  has (id: number): boolean {
    return this.linking[positionOf(this.linking, id)] === id
  }

  /**
   * Of which resources the links to `id` have to be read again after a write; undefined: of too many.
   *
   * @param touched by the write, as the change log tells. Whatever adds, changes or removes a link touches the resource
   *   that has the value, and the one that it links to, negated; what changes a title touches the resource that has it
   *   (db/changes/tracking.ts).
   */
  staleIn (touched: readonly number[], id: number): number[] | undefined {
    if (touched.length > MOST_TOUCHED) return undefined
    const isAny = touched.includes(-id)
    const stale = new Set(touched.filter((one) => one > 0 && (isAny || this.has(one))))
    return stale.size > MOST_MENDED ? undefined : [...stale]
  }

  /**
   * The same with the links that some resources have by now: the very same object where they are what they were.
   *
   * @param ids of these resources. @param links all that they have.
   */
  mended (ids: readonly number[], links: readonly Link[]): Links {
    const read = new Set(ids)
    const present = byTerm(links)
    const groups: Group[] = []
    let isSame = true
    for (const group of this.groups) {
      const leaves = mendedLeaves(group, read, (present.get(group.term) ?? []).sort(byValue))
      present.delete(group.term)
      isSame &&= leaves === group.leaves
      if (leaves.length > 0) groups.push(leaves === group.leaves ? group : { term: group.term, leaves })
    }
    if (isSame && present.size === 0) return this
    for (const [term, own] of present) groups.push({ term, leaves: leavesOf(own.sort(byValue)) })
    return new Links({ groups: inOrder(groups), linking: this.#linkingWith(read, links) })
  }

  #linkingWith (read: ReadonlySet<number>, links: readonly Link[]): Int32Array {
    const now = new Set(links.map(({ from }) => from))
    if ([...read].every((id) => this.has(id) === now.has(id))) return this.linking
    const others = this.linking.filter((id) => !read.has(id))
    const all = new Int32Array(others.length + now.size)
    all.set(others)
    all.set([...now], others.length)
    return all.sort()
  }
}

const NONE: ReadonlySet<number> = new Set()

export const NO_LINKS = Links.of([])

const byValue = (one: Link, other: Link): number => one.value - other.value

function byTerm (links: readonly Link[]): Map<string, Link[]> {
  const groups = new Map<string, Link[]>()
  for (const link of links) {
    const group = groups.get(link.term)
    if (group === undefined) groups.set(link.term, [link])
    else group.push(link)
  }
  return groups
}

/** Terms come in the order of their first values, as if all links were read in the order of values. */
function inOrder (groups: Group[]): Group[] {
  return groups.sort((one, other) => firstOf(one.leaves[0]!) - firstOf(other.leaves[0]!))
}

const firstOf = ({ values }: Leaf): number => values[0]!

/** @param links in order. */
function leavesOf (links: readonly Link[]): Leaf[] {
  const leaves: Leaf[] = []
  let some: Link[] = []
  let bytes = 0
  for (const link of links) {
    some.push(link)
    bytes += link.title.length
    if (some.length < MOST_LINKS && bytes < MOST_BYTES) continue
    leaves.push(leafOf(some))
    some = []
    bytes = 0
  }
  if (some.length > 0) leaves.push(leafOf(some))
  return leaves
}

function leafOf (links: readonly Link[]): Leaf {
  let end = 0
  const [values, from, ends] =
    [new Float64Array(links.length), new Int32Array(links.length), new Uint32Array(links.length)]
  const titles: string[] = []
  for (const [at, link] of links.entries()) {
    values[at] = link.value
    from[at] = link.from
    ends[at] = end += link.title.length
    titles.push(link.title)
  }
  return { values, from, ends, titles: flat(titles.join('')) }
}

const titleAt = ({ ends, titles }: Leaf, at: number): string => titles.slice(at === 0 ? 0 : ends[at - 1], ends[at])

/** The JSON text of the entries of a leaf, with a comma before each; all, the base too, as bytes (byte-text.ts). */
function entriesOf (leaf: Leaf, base: string): string {
  const before = `,${BEFORE_ID}${base}${RESOURCES}`
  let text = ''
  for (const [at, id] of leaf.from.entries()) text += `${before}${id}${AFTER_ID}${titleAt(leaf, at)}${AFTER_TITLE}`
  return text
}

/** Bytes of leaves, with the address in them. */
const sent = new WeakMap<Leaf, { base: string, bytes: Buffer }>()

/** The entries of a leaf, without so many characters at the beginning. */
function entries (leaf: Leaf, skipped: number): SharedText {
  return {
    bytes (base) {
      let present = sent.get(leaf)
      if (present?.base !== base) {
        present = { base, bytes: copied(entriesOf(leaf, bytesOf(base))) }
        sent.set(leaf, present)
      }
      return present.bytes.subarray(skipped)
    },
    text: (base) => textOf(entriesOf(leaf, bytesOf(base)).slice(skipped)),
    isCopied: false
  }
}

/** The text in memory of its own, instead of as a tree of those that it was made from. */
function flat (bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('latin1')
}

/** The links of a leaf but for those of some resources. */
function linksOf (leaf: Leaf, term: string, left: ReadonlySet<number>): Link[] {
  const { values, from } = leaf
  const links: Link[] = []
  for (let at = 0; at < values.length; at++) {
    if (left.has(from[at]!)) continue
    links.push({ term, value: values[at]!, from: from[at]!, title: titleAt(leaf, at) })
  }
  return links
}

/**
 * The leaves of a group in which the links of some resources are replaced; its very own when nothing has changed.
 *
 * @param links those of the resources by now, in order.
 */
function mendedLeaves ({ term, leaves }: Group, read: ReadonlySet<number>, links: readonly Link[]): readonly Leaf[] {
  const mended: Leaf[] = []
  let isSame = true
  let at = 0
  for (const [number, leaf] of leaves.entries()) {
    const end = number + 1 < leaves.length ? firstOf(leaves[number + 1]!) : Infinity
    const added: Link[] = []
    for (; at < links.length && links[at]!.value < end; at++) added.push(links[at]!)
    const made = added.length === 0 && !isAnyIn(leaf.from, read)
      ? [leaf]
      : leavesOf([...linksOf(leaf, term, read), ...added].sort(byValue))
    if (made.length === 1 && isEqual(made[0]!, leaf)) mended.push(leaf)
    else {
      mended.push(...made)
      isSame = false
    }
  }
  if (isSame) return leaves
  const count = mended.reduce((sum, { values }) => sum + values.length, 0)
  // Else many writes would leave many small leaves.
  return mended.length > FEWEST_LINKS && count < mended.length * FEWEST_LINKS
    ? leavesOf(mended.flatMap((leaf) => linksOf(leaf, term, NONE)))
    : mended
}

function isEqual (one: Leaf, other: Leaf): boolean {
  if (one === other) return true
  if (one.titles !== other.titles || one.values.length !== other.values.length) return false
  for (let at = 0; at < one.values.length; at++) {
    if (one.values[at] !== other.values[at] || one.from[at] !== other.from[at]) return false
  }
  return true
}
