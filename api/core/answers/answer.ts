import { BASE } from './base.js'
import type { IgnoredKey } from '../calls/call.js'

/** A JSON-LD object as the API returns it. */
export type Representation = Record<string, unknown>

/**
 * The URL under which the collection is served, as far as the program knows; base of URLs for callers that pass no
 * other.
 */
export interface Mount { base: string }

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
  /** Approximate size of the JSON text in bytes, which is roughly the memory that it takes. */
  readonly length: number
  readonly #text: JsonText | (() => Iterable<string | SharedText>)

  /**
   * @param text the JSON text, with BASE in place of the URL's base, or a function that yields it in pieces and is
   * called for each use; pieces that contain URLs are shared. @param length approximate size of the yielded pieces, in
   * bytes. @param like an answer with the same text.
   */
  constructor (
    text: string | (() => Iterable<string | SharedText>), facts: AnswerFacts = {}, length = 0, like?: Answer
  ) {
    this.#text = like !== undefined ? like.#text : typeof text === 'string' ? new JsonText(text) : text
    this.length = like?.length ?? (this.#text instanceof JsonText ? this.#text.length : length)
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

  /**
   * A list of answers. Its text is joined each time: the reply caches the bytes that it sends, and storing the text,
   * too, would double the memory.
   */
  static list<T> (answers: readonly Answer[], facts: AnswerFacts): Answer<T> {
    const length = answers.reduce((sum, answer) => sum + answer.length + 1, 1)
    return new Answer(function * () {
      yield '['
      for (const [at, answer] of answers.entries()) {
        if (at > 0) yield ','
        yield * answer.segments()
      }
      yield ']'
    }, facts, length)
  }

  /**
   * Approximate number of bytes that a list containing this answer copies; for a list, the bytes that it has copied.
   */
  get copiedLength (): number {
    if (this.parts !== undefined) return this.parts.reduce((sum, { copiedLength }) => sum + copiedLength + 1, 1)
    return this.#text instanceof JsonText && !this.#text.isCopied ? 0 : this.length
  }

  /** The JSON text with BASE in place of the URL's base. */
  get template (): string {
    return this.text(BASE)
  }

  /** This answer, with null in place of links that are stored apart because they are many (`LinkedAnswer`). */
  get rest (): Answer<T> {
    return this
  }

  /** The JSON text in pieces; pieces that contain URLs, and long ones, are shared. */
  segments (): Iterable<string | SharedText> {
    return this.#text instanceof JsonText ? [this.#text] : this.#text()
  }

  /** The bytes of the JSON text piece by piece, and whether each is short enough to be copied into those of a list. */
  * pieces (base: string): Generator<[piece: Buffer, isCopied: boolean]> {
    for (const segment of this.segments()) {
      if (typeof segment === 'string') yield [LIST_PUNCTUATION.get(segment) ?? encoded(segment), true]
      else yield [segment.bytes(base), segment.isCopied]
    }
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

function textOfSegment (segment: string | SharedText, base: string): string {
  return typeof segment === 'string' ? segment : segment.text(base)
}

/** A piece of JSON text that several answers share, so that its bytes exist only once. */
export interface SharedText {
  /** The identical buffer each time, as long as the base is the same. @param base beginning of URLs. */
  bytes (base: string): Buffer
  text (base: string): string
  /** Whether it is so short that lists containing it make a copy, to be sent in one piece. */
  readonly isCopied: boolean
}

/** Texts with at least this many bytes are not copied. */
const COPY_BELOW_BYTES = 64 * 1024

/**
 * A JSON text that is stored only once: first as a string, and once it was sent, as the bytes that were sent. These
 * are outside of V8's heap, which would copy a string twice and garbage-collect it.
 */
export class JsonText implements SharedText {
  /** Encoded (`bytesOf`), with BASE in place of the URL's base; undefined once there are bytes. */
  #template: string | undefined
  #bytes: Buffer | undefined
  /** The base of the URLs in `#bytes`. */
  #base = BASE
  /** Where in `#bytes` URLs begin; undefined if the base occurs nowhere else. */
  #places: readonly number[] | undefined
  /** Approximate size of the text in bytes. */
  readonly length: number

  /** @param template the JSON text, with BASE in place of the URL's base. */
  constructor (template: string) {
    this.#template = bytesOf(template)
    this.length = this.#template.length
  }

  get isCopied (): boolean {
    return this.length < COPY_BELOW_BYTES
  }

  bytes (base: string): Buffer {
    if (this.#bytes !== undefined && this.#base === base) return this.#bytes
    const template = this.#asTemplate()
    const address = bytesOf(base)
    const text = template.replaceAll(BASE, address)
    const isRestorable = address !== '' && text.replaceAll(address, BASE) === template
    this.#places = isRestorable ? undefined : placesIn(template, address)
    this.#template = undefined
    this.#bytes = copied(text)
    this.#base = base
    return this.#bytes
  }

  text (base: string): string {
    if (this.#bytes !== undefined && this.#base === base) return this.#bytes.toString()
    return textOf(this.#asTemplate().replaceAll(BASE, bytesOf(base)))
  }

  #asTemplate (): string {
    if (this.#template !== undefined) return this.#template
    const text = this.#bytes!.toString('latin1')
    const address = bytesOf(this.#base)
    if (this.#places === undefined) return text.replaceAll(address, BASE)
    let template = ''
    let end = 0
    for (const place of this.#places) {
      template += text.slice(end, place) + BASE
      end = place + address.length
    }
    return template + text.slice(end)
  }
}

/** Where each BASE of a template will be when it is replaced by the address. */
function placesIn (template: string, address: string): number[] {
  let length = 0
  return template.split(BASE).slice(0, -1).map((text, at) => {
    length += text.length
    return length + at * address.length
  })
}

/** Reused buffer; longer texts are converted with a buffer of their own. */
const BUFFER = Buffer.allocUnsafeSlow(64 * 1024)
/** Maximum number of bytes per UTF-16 code unit in UTF-8 (a surrogate pair takes four). */
const MAX_BYTES_PER_UNIT = 3

/**
 * Encodes a text as UTF-8, each byte as one character. V8 stores such a string with one byte per character, while a
 * single character beyond Latin-1, such as a dash, doubles the memory of a whole text; and converting it to bytes is a
 * mere copy (`latin1`).
 */
export function bytesOf (text: string): string {
  if (text.length * MAX_BYTES_PER_UNIT > BUFFER.length) return Buffer.from(text).toString('latin1')
  return BUFFER.toString('latin1', 0, BUFFER.write(text))
}

/** Decodes what `bytesOf` returns. */
export function textOf (bytes: string): string {
  if (bytes.length > BUFFER.length) return Buffer.from(bytes, 'latin1').toString()
  return BUFFER.toString('utf8', 0, BUFFER.write(bytes, 'latin1'))
}

/** Copies encoded text into memory of its own: in Node's shared pool, a short text would retain its neighbours. */
export function copied (bytes: string): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.write(bytes, 'latin1')
  return own
}

const encoded = (text: string): Buffer => copied(bytesOf(text))

/** The punctuation of a list of resources, encoded once. */
const LIST_PUNCTUATION = new Map(['[', ',', ']'].map((text) => [text, encoded(text)]))
