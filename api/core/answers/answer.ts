import { createHash } from 'node:crypto'
import { BASE } from './base.js'
import type { IgnoredKey } from '../calls/call.js'
import { JsonText, type SizeListener, type SharedText } from './json-text.js'

/** A JSON-LD object as the API returns it. */
export type Representation = Record<string, unknown>

/**
 * The URL under which the collection is served, as far as the program knows; base of URLs for callers that pass no
 * other.
 */
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
  /** Parts of a search that were not understood; absent: none. */
  ignored?: readonly IgnoredKey[] | undefined
  /** False for scalars and other JSON that is not Linked Data. */
  isLinkedData?: boolean
  /** For a list of whole representations: the answers it consists of. */
  parts?: readonly Answer[] | undefined
  /** Base of the URLs in `json()`; read when that is called. */
  mount?: Mount | undefined
}

/** The metadata of a list that do not follow from its members. */
export type SearchFacts = Pick<AnswerFacts, 'total' | 'next' | 'ignored'>

/** Number of texts created so far. */
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
  /** For a list: an answer for each representation, the identical object as long as that is cached. */
  readonly parts: readonly Answer[] | undefined
  readonly mount: Mount | undefined
  /** Identifies the text: the identical object in all answers known to have the same text. */
  readonly content: object
  /** A unique number of the text, by which code without a reference to it can recognize it. */
  readonly serial: number
  readonly #text: JsonText | (() => Iterable<string | SharedText>)
  readonly #length: number

  /**
   * @param text the JSON text, with BASE in place of the URL's base, or a function that yields it in pieces and is
   * called for each use; pieces that contain URLs are shared. @param length approximate size of the yielded pieces, in
   * bytes. @param like an answer with the same text.
   */
  constructor (
    text: string | (() => Iterable<string | SharedText>), facts: AnswerFacts = {}, length = 0, like?: Answer
  ) {
    this.#text = like !== undefined ? like.#text : typeof text === 'string' ? new JsonText(text) : text
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

  /** This text with other metadata, for another search with an equal result. */
  with (facts: SearchFacts): Answer<T> {
    const { id, modified, isLinkedData, parts, mount } = this
    return new Answer('', { id, modified, isLinkedData, parts, mount, ...facts }, 0, this)
  }

  /** @param listener is called when the text takes other memory than before. */
  onSizeChange (listener: SizeListener): void {
    if (this.#text instanceof JsonText) this.#text.listener = listener
  }

  /** Bytes that it takes in memory, roughly. */
  get bytesInMemory (): number {
    return this.#text instanceof JsonText ? this.#text.bytesInMemory : this.#length
  }

  /** Approximate size of the JSON text in bytes. */
  get length (): number {
    return this.#text instanceof JsonText ? this.#text.length : this.#length
  }

  /**
   * Approximate number of bytes that a list containing this answer copies; for a list, the bytes that it has copied.
   */
  get copiedLength (): number {
    if (this.parts !== undefined) return this.parts.reduce((sum, { copiedLength }) => sum + copiedLength + 1, 1)
    return this.#text instanceof JsonText && !this.#text.isCopied ? 0 : this.length
  }

  /** A digest of the JSON text: equal for equal texts. Computed each time. */
  get digest (): string {
    const hash = createHash('sha256')
    for (const segment of this.segments()) hash.update(textOfSegment(segment, BASE))
    return hash.digest('base64')
  }

  /** The JSON text with BASE in place of the URL's base. */
  get template (): string {
    return this.text(BASE)
  }

  /** The JSON text in pieces; pieces that contain URLs, and long ones, are shared. */
  segments (): Iterable<string | SharedText> {
    return this.#text instanceof JsonText ? [this.#text] : this.#text()
  }

  /** The JSON text. @param base scheme, host and path for its URLs, without a slash at the end. */
  text (base: string): string {
    let text = ''
    for (const segment of this.segments()) text += textOfSegment(segment, base)
    return text
  }

  /**
   * The JSON as an object.
   *
   * @param base by default the setting `baseUrl`, or else the prefix under which the collection is registered.
   */
  json (base = this.mount?.base ?? ''): T {
    return JSON.parse(this.text(base)) as T
  }
}

/** The answer as one whose JSON has the type T. The compiler cannot check this: the text is made by SQL and caches. */
export function typed<T> (answer: Answer): Answer<T> {
  return answer as Answer<T>
}

function textOfSegment (segment: string | SharedText, base: string): string {
  return typeof segment === 'string' ? segment : segment.text(base)
}
