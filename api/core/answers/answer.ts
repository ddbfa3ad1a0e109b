import { createHash } from 'node:crypto'
import { BASE } from './base.js'
import type { IgnoredKey } from '../calls/call.js'
import { KeptText, type SizeListener, type SharedText } from './kept-text.js'

/** A JSON-LD object as the API returns it. */
export type Representation = Record<string, unknown>

/** Where the collection is served, as far as the program knows: the base of addresses for those who name no other. */
export interface Mount { base: string }

/** The metadata of an answer. */
export interface AnswerFacts {
  /** Number of rows that match a search, on all pages; null when the resource type reports no total. */
  total?: number | null
  /** Id of the one resource that was read, created, updated or deleted. */
  id?: number | string
  /** When that resource last changed, in seconds since 1970. */
  modified?: number | null
  /** Cursor of the next page of a search by cursor; absent on the last. */
  next?: string | undefined
  /** What of a search is not understood; absent: all is. */
  ignored?: readonly IgnoredKey[] | undefined
  /** False for scalars and other JSON that is not Linked Data. */
  isLinkedData?: boolean
  /** The answers that a list of whole representations consists of. */
  parts?: readonly Answer[] | undefined
  /** Base of the addresses in `json()`; read when that is called. */
  mount?: Mount | undefined
}

/** The metadata of a list that do not follow from its members. */
export type SearchFacts = Pick<AnswerFacts, 'total' | 'next' | 'ignored'>

/** How many texts there have been. */
let texts = 0

/**
 * The answer to an operation: as JSON text that can be sent, or as an object.
 *
 * @example (await api.items.read(5, { actor })).json('https://example.org/collection')['o:title']
 */
export class Answer<T = unknown> {
  readonly total: number | null
  readonly id: number | string | undefined
  readonly modified: number | null
  readonly next: string | undefined
  readonly ignored: readonly IgnoredKey[] | undefined
  readonly isLinkedData: boolean
  /** Of a list: an answer for each representation, the same object as long as that is cached. */
  readonly parts: readonly Answer[] | undefined
  readonly mount: Mount | undefined
  /** The very same object in all answers with the same text, as far as that is known. */
  readonly content: object
  /** A number that no other text has had, by which somebody who does not keep it knows it again. */
  readonly serial: number
  readonly #text: KeptText | (() => Iterable<string | SharedText>)
  readonly #length: number

  /**
   * @param text the JSON text, with BASE in place of the address, or a function that gives it piece by piece, called
   *   for each use: the pieces with an address are shared. @param length bytes of what the function gives, roughly.
   * @param like an answer with the same text.
   */
  constructor (
    text: string | (() => Iterable<string | SharedText>), facts: AnswerFacts = {}, length = 0, like?: Answer
  ) {
    this.#text = like !== undefined ? like.#text : typeof text === 'string' ? new KeptText(text) : text
    this.#length = like === undefined ? length : like.#length
    this.content = like?.content ?? this
    this.serial = like?.serial ?? ++texts
    this.total = facts.total ?? null
    this.id = facts.id
    this.modified = facts.modified ?? null
    this.next = facts.next
    this.ignored = facts.ignored
    this.isLinkedData = facts.isLinkedData ?? true
    this.parts = facts.parts
    this.mount = facts.mount
  }

  /** The same list, as another search finds it. */
  with (facts: SearchFacts): Answer<T> {
    const { id, modified, isLinkedData, parts, mount } = this
    return new Answer('', { id, modified, isLinkedData, parts, mount, ...facts }, 0, this)
  }

  /** @param listener is called when the text takes other memory than before. */
  onSizeChange (listener: SizeListener): void {
    if (this.#text instanceof KeptText) this.#text.listener = listener
  }

  /** Bytes that it takes in memory, roughly. */
  get bytesInMemory (): number {
    return this.#text instanceof KeptText ? this.#text.bytesInMemory : this.#length
  }

  /** Bytes of the JSON text, roughly. */
  get length (): number {
    return this.#text instanceof KeptText ? this.#text.length : this.#length
  }

  /** Bytes of it that a list which shows the answer has a copy of, roughly; of a list, those that it has. */
  get copiedLength (): number {
    if (this.parts !== undefined) return this.parts.reduce((sum, { copiedLength }) => sum + copiedLength + 1, 1)
    return this.#text instanceof KeptText && !this.#text.isCopied ? 0 : this.length
  }

  /** The same for answers with the same JSON text, and for no others. It is made anew each time. */
  get digest (): string {
    const hash = createHash('sha256')
    for (const segment of this.segments()) hash.update(textOfSegment(segment, BASE))
    return hash.digest('base64')
  }

  /** The JSON text with BASE in place of the address. */
  get template (): string {
    return this.text(BASE)
  }

  /** The JSON text in pieces: those with an address, and what is long, are shared. */
  segments (): Iterable<string | SharedText> {
    return this.#text instanceof KeptText ? [this.#text] : this.#text()
  }

  /** The JSON text. @param base scheme, host and path for its URLs, without a slash at the end. */
  text (base: string): string {
    let text = ''
    for (const segment of this.segments()) text += textOfSegment(segment, base)
    return text
  }

  /**
   * The same as an object.
   *
   * @param base by default the setting `baseUrl`, or else the prefix under which the collection is registered.
   */
  json (base = this.mount?.base ?? ''): T {
    return JSON.parse(this.text(base)) as T
  }
}

function textOfSegment (segment: string | SharedText, base: string): string {
  return typeof segment === 'string' ? segment : segment.text(base)
}
