import { randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { bytesOf, textOf } from './byte-text.js'

/** Key under which worker threads receive the placeholder that the main thread has chosen. */
const SHARED = 'vitrine:base'

/**
 * Placeholder for the installation's address in stored and cached JSON texts, so that one text serves every host name.
 * Random, so that no payload can contain it; the same in all threads of the process.
 */
export const BASE = (getEnvironmentData(SHARED) as string | undefined) ?? `base-${randomBytes(12).toString('hex')}`
setEnvironmentData(SHARED, BASE)

/** Bytes from which on the text of a resource is shared by the lists that show it, instead of being in each of them. */
const LARGE = 64 * 1024

/** A stretch of text that is the same in several answers: its bytes, which are kept for all of them, are made once. */
export interface SharedText {
  /** The very same object wherever the text is the same. */
  readonly key: object
  /** Bytes at the beginning that are left out here. */
  readonly skipped: number
  /** The text as bytes (byte-text.ts). @param base what addresses begin with, also as bytes. */
  text (base: string): string
  /** Called with their number when the bytes are kept besides what makes them, unless that is counted already. */
  whenEncoded? (bytes: number): void
}

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
  /** False for scalars and other JSON that is not Linked Data. */
  isLinkedData?: boolean
  /** The answers that a list of whole representations consists of. */
  parts?: readonly Answer[] | undefined
  /** Base of the addresses in `json()`; read when that is called. */
  mount?: Mount | undefined
}

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
  readonly isLinkedData: boolean
  /** Of a list: an answer for each representation, the same object as long as that is cached. */
  readonly parts: readonly Answer[] | undefined
  readonly mount: Mount | undefined
  /** Bytes of the JSON text, roughly. */
  readonly length: number
  /** Called when the bytes of the text are kept besides, with their number, by whoever keeps the answer. */
  whenEncoded: ((bytes: number) => void) | undefined
  /** The very same object in all answers with the same text, as far as that is known. */
  readonly content: object
  /** As bytes (byte-text.ts), or what makes it. */
  readonly #template: string | (() => Iterable<string | SharedText>)

  /**
   * @param template the JSON text, with BASE in place of the address, or a function that makes its bytes
   *   (byte-text.ts) piece by piece, called for each use. No piece divides the placeholder.
   * @param length bytes of what the function makes, roughly. @param like an answer with the same text.
   */
  constructor (
    template: string | (() => Iterable<string | SharedText>), facts: AnswerFacts = {}, length = 0, like?: Answer
  ) {
    this.#template = like !== undefined ? like.#template : typeof template === 'string' ? bytesOf(template) : template
    this.content = like?.content ?? this
    this.length = typeof this.#template === 'string' ? this.#template.length : like?.length ?? length
    this.total = facts.total ?? null
    this.id = facts.id
    this.modified = facts.modified ?? null
    this.next = facts.next
    this.isLinkedData = facts.isLinkedData ?? true
    this.parts = facts.parts
    this.mount = facts.mount
  }

  /** The same list with another total, or another next page. */
  with (facts: Pick<AnswerFacts, 'total' | 'next'>): Answer<T> {
    const { id, modified, isLinkedData, parts, mount } = this
    return new Answer('', { id, modified, isLinkedData, parts, mount, ...facts }, 0, this)
  }

  /** Whether both have the same JSON text. Compares what is kept, for to make the texts takes far longer. */
  hasTextOf (other: Answer): boolean {
    if (this.content === other.content) return true
    const [own, others] = [this.#template, other.#template]
    return typeof own === 'string' && typeof others === 'string' ? own === others : this.template === other.template
  }

  get template (): string {
    return textOf([...this.pieces()].join(''))
  }

  /** Bytes of the text that are not shared with other answers, roughly. */
  get ownLength (): number {
    if (this.parts !== undefined) return this.parts.reduce((sum, { ownLength }) => sum + ownLength + 1, 1)
    return typeof this.#template === 'string' && this.length >= LARGE ? 0 : this.length
  }

  /** The template in pieces, none of which divides the placeholder of the address: bytes (byte-text.ts), or shared. */
  * segments (): Generator<string | SharedText> {
    const template = this.#template
    if (typeof template !== 'string') yield * template()
    else if (template.length < LARGE) yield template
    else {
      yield {
        key: this.content,
        skipped: 0,
        text: (base) => template.replaceAll(BASE, base),
        whenEncoded: (bytes) => this.whenEncoded?.(bytes)
      }
    }
  }

  /**
   * The text as bytes (byte-text.ts) in pieces, none of which divides the placeholder of the address.
   *
   * @param base what takes the place of that, also as bytes; by default it stays.
   */
  * pieces (base = BASE): Generator<string> {
    for (const segment of this.segments()) {
      if (typeof segment !== 'string') yield segment.text(base).slice(segment.skipped)
      else yield base === BASE ? segment : segment.replaceAll(BASE, base)
    }
  }

  /** The JSON text. @param base scheme, host and path for its URLs, without a slash at the end. */
  text (base: string): string {
    return this.template.replaceAll(BASE, base)
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
