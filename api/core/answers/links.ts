import { isAnyIn, positionOf } from '../../../db/query/statements/id-sets.js'
import { groupBy } from '../sequence/group-by.js'
import { address } from './addresses.js'
import { BASE } from './base.js'
import { bytesOf, copied, textOf, type Representation, type SharedText } from './answer.js'

/** A value that links to a resource, as the `@reverse` of that resource shows it. */
export interface Link {
  /** Term of the value's property. */
  readonly term: string
  /** Id of the value, which orders the links. */
  readonly value: number
  /** Id of the resource that has the value. */
  readonly from: number
  /** The JSON text of the title of that resource, encoded (`bytesOf`). */
  readonly title: string
}

/** Texts that are identical to their encoding. */
const ASCII = /^[ -~]*$/

/** @param title of the linking resource, as the viewer sees it. */
export function linkOf (term: string, value: number, from: number, title: string | null): Link {
  const text = JSON.stringify(title)
  return { term, value, from, title: ASCII.test(text) ? text : bytesOf(text) }
}

/** Some links of one term, in the order of their values, stored in columns. Immutable. */
interface Leaf {
  readonly values: Float64Array
  readonly from: Int32Array
  /** End of each title in `titles`. */
  readonly ends: Uint32Array
  /** All titles, concatenated. */
  readonly titles: string
}

/** The links of one term, in the order of their values. */
interface Group { readonly term: string, readonly leaves: readonly Leaf[] }

/** The data of `Links`, which can be sent to another thread. */
export interface LinkParts {
  readonly groups: readonly Group[]
  /** Ids of the linking resources, ascending. */
  readonly linking: Int32Array
}

/** Maximum links per leaf, and bytes of titles after which a leaf is full. */
const LEAF_MAX_LINKS = 128
const LEAF_MAX_BYTES = 32 * 1024

/** Minimum average number of links per leaf, if there are many leaves. */
const LEAF_MIN_LINKS = 32

/** Approximate memory in bytes of a link and of a leaf, besides titles and the bytes that are sent. */
const LINK_BYTES = 20
const LEAF_BYTES = 700

/** The text around the id and the title of an entry. */
const [BEFORE_ID, AFTER_ID, AFTER_TITLE] = ['{"@id":"', '","o:title":', '}']
const RESOURCES = address('resources', '').slice(BASE.length)
/** Bytes of an entry with its comma, without the title: ids of large collections have six digits and more. */
const ENTRY_BYTES = `,${BEFORE_ID}${BASE}${RESOURCES}123456${AFTER_ID}${AFTER_TITLE}`.length

/** Maximum number of resources whose links are read again one by one. */
const MAX_PATCHED_RESOURCES = 500

/** Maximum number of touched ids that are searched for linking resources. */
const MAX_TOUCHED_IDS = 20_000

/**
 * The `@reverse` of a resource to which many others link, in leaves as in a B-tree: when a linking resource changes,
 * only its leaf is rebuilt. Immutable.
 */
export class Links implements LinkParts {
  readonly groups: readonly Group[]
  readonly linking: Int32Array
  readonly count: number
  /** Approximate size of the JSON text in bytes. */
  readonly length: number
  /** Approximate memory in bytes, besides the bytes that are sent. */
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

  /** Terms of the linking values, in display order. */
  get terms (): string[] {
    return this.groups.map(({ term }) => term)
  }

  /** The JSON text of the object in pieces; each leaf is shared. */
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

  /** Whether a resource links to this one. */
  has (id: number): boolean {
    return this.linking[positionOf(this.linking, id)] === id
  }

  /**
   * The resources whose links to `id` have to be read again after a write; undefined: too many.
   *
   * @param touched ids touched by the write, from the change log. Adding, changing or removing a link touches the
   * resource with the value, and the linked one, negated; changing a title touches the resource itself
   * (db/changes/queue.ts).
   */
  staleIn (touched: readonly number[], id: number): number[] | undefined {
    if (touched.length > MAX_TOUCHED_IDS) return undefined
    const isAny = touched.includes(-id)
    const stale = new Set(touched.filter((one) => one > 0 && (isAny || this.has(one))))
    return stale.size > MAX_PATCHED_RESOURCES ? undefined : [...stale]
  }

  /**
   * Replaces the links of some resources. @returns the identical object if nothing has changed.
   *
   * @param ids the resources. @param links all of their present links.
   */
  patched (ids: readonly number[], links: readonly Link[]): Links {
    const read = new Set(ids)
    const present = byTerm(links)
    const groups: Group[] = []
    let isSame = true
    for (const group of this.groups) {
      const leaves = patchedLeaves(group, read, (present.get(group.term) ?? []).sort(byValue))
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

const byValue = (one: Link, other: Link): number => one.value - other.value

function byTerm (links: readonly Link[]): Map<string, Link[]> {
  return groupBy(links, ({ term }) => term)
}

/** Terms are in the order of their first values, as if all links were read in the order of values. */
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
    if (some.length < LEAF_MAX_LINKS && bytes < LEAF_MAX_BYTES) continue
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

/** The JSON text of the entries of a leaf, with a comma before each; text and base are encoded (`bytesOf`). */
function entriesOf (leaf: Leaf, base: string): string {
  const before = `,${BEFORE_ID}${base}${RESOURCES}`
  let text = ''
  for (const [at, id] of leaf.from.entries()) text += `${before}${id}${AFTER_ID}${titleAt(leaf, at)}${AFTER_TITLE}`
  return text
}

/** Bytes of leaves as sent, with the base of their URLs. */
const sent = new WeakMap<Leaf, { base: string, bytes: Buffer }>()

/** The entries of a leaf, without the first `skipped` characters. */
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

/** Flattens the string: V8 would otherwise store a tree of its parts. */
function flat (bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('latin1')
}

/** The links of a leaf, except links of some resources. */
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
 * The leaves of a group after the links of some resources were replaced; the identical array if nothing has changed.
 *
 * @param links the present links of these resources, in order.
 */
function patchedLeaves ({ term, leaves }: Group, read: ReadonlySet<number>, links: readonly Link[]): readonly Leaf[] {
  const patched: Leaf[] = []
  let isSame = true
  let at = 0
  for (const [number, leaf] of leaves.entries()) {
    const end = number + 1 < leaves.length ? firstOf(leaves[number + 1]!) : Infinity
    const added: Link[] = []
    for (; at < links.length && links[at]!.value < end; at++) added.push(links[at]!)
    const made = added.length === 0 && !isAnyIn(leaf.from, read)
      ? [leaf]
      : leavesOf([...linksOf(leaf, term, read), ...added].sort(byValue))
    if (made.length === 1 && isEqual(made[0]!, leaf)) patched.push(leaf)
    else {
      patched.push(...made)
      isSame = false
    }
  }
  if (isSame) return leaves
  const count = patched.reduce((sum, { values }) => sum + values.length, 0)
  // Otherwise many writes would leave many small leaves.
  return patched.length > LEAF_MIN_LINKS && count < patched.length * LEAF_MIN_LINKS
    ? leavesOf(patched.flatMap((leaf) => linksOf(leaf, term, NONE)))
    : patched
}

function isEqual (one: Leaf, other: Leaf): boolean {
  if (one === other) return true
  if (one.titles !== other.titles || one.values.length !== other.values.length) return false
  for (let at = 0; at < one.values.length; at++) {
    if (one.values[at] !== other.values[at] || one.from[at] !== other.from[at]) return false
  }
  return true
}
