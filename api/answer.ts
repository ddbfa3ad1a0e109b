import { randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** Under this key, worker threads receive the placeholder that the main thread has chosen. */
const SHARED = 'vitrine:base'

/**
 * Placeholder in every stored or cached JSON text where the address of the installation goes, so that one text
 * serves every host name. Random, so that no payload can contain it; the same in all threads of the process.
 */
export const BASE = (getEnvironmentData(SHARED) as string | undefined) ?? `base-${randomBytes(12).toString('hex')}`
setEnvironmentData(SHARED, BASE)

/** A JSON-LD object as the API shows it. */
export type Representation = Record<string, unknown>

/** The metadata of an answer. */
export interface AnswerFacts {
  /** Rows matching a search, whatever the page; null where a resource has no total. */
  total?: number | null
  /** Id of the one resource that was read, made, changed or deleted. */
  id?: number | string
  /** When that resource last changed, in seconds since 1970. */
  modified?: number | null
  /** Cursor of the next page of a search by cursor; absent on the last. */
  next?: string | undefined
  /** False for scalars and other JSON that is not Linked Data. */
  isLinkedData?: boolean
}

/**
 * The answer to an operation: JSON text ready to be sent, or an object, whichever the caller wants.
 *
 * @example (await api.items.read(5, { actor })).json('https://example.org/collection')['o:title']
 */
export class Answer<T = unknown> {
  readonly total: number | null
  readonly id: number | string | undefined
  readonly modified: number | null
  readonly next: string | undefined
  readonly isLinkedData: boolean
  readonly #template: string | (() => string)

  /**
   * @param template the JSON text, with BASE for the address; or a function that makes it whenever it is needed.
   */
  constructor (template: string | (() => string), facts: AnswerFacts = {}) {
    this.#template = template
    this.total = facts.total ?? null
    this.id = facts.id
    this.modified = facts.modified ?? null
    this.next = facts.next
    this.isLinkedData = facts.isLinkedData ?? true
  }

  get template (): string {
    return typeof this.#template === 'string' ? this.#template : this.#template()
  }

  /** The JSON text, with URLs that begin with `base` (scheme, host and path, no slash at the end). */
  text (base: string): string {
    return this.template.replaceAll(BASE, base)
  }

  /** The same, parsed. */
  json (base = ''): T {
    return JSON.parse(this.text(base)) as T
  }
}
