import type { History } from '../../db/history.js'
import type { Viewer } from '../../db/search/viewer.js'
import { Answer, type Representation } from '../answer.js'
import { dependenciesOf } from './dependencies.js'
import { LeastRecent } from './lru.js'

interface Kept<T> {
  value: T
  /** Where in the history it was known to be true. */
  position: number
}

/** What an answer is made of: others, in their order, and what else it says. */
export interface Parts {
  of: readonly Answer[]
  facts: Pick<Answer, 'total' | 'next'>
  join: () => Answer
}

/** What part of a memory is for what. */
type Shares = Record<'documents' | 'joined' | 'results' | 'lists', number>

const FOR_ANSWERS: Shares = { documents: 1 / 2, joined: 1 / 4, results: 1 / 8, lists: 1 / 8 }

/** For who finds rows and shows none. */
export const FOR_IDS: Shares = { documents: 0, joined: 0, results: 1 / 2, lists: 1 / 2 }

/** Rough cost of an entry besides its text. */
const OVERHEAD = 400

/**
 * What was worked out before and is still true. Every key begins with the viewer, so that nobody is ever shown what
 * was worked out for somebody who may see more.
 */
export class Memory {
  readonly #documents: LeastRecent<Kept<Answer> & { dependencies: ReadonlySet<number> }>
  readonly #results: LeastRecent<unknown>
  /** Lists of documents, and the documents that each was made of. */
  readonly #joined: LeastRecent<{ answer: Answer, of: readonly Answer[], position: number }>
  /** Lists that are mended. */
  readonly #lists: LeastRecent<Kept<Int32Array>>
  /** Results that are being found. */
  readonly #underWay = new Map<string, Promise<unknown>>()
  /** Where in the history all of these began. */
  #resultsPosition = 0
  readonly #history: () => History

  /** @param limit bytes to keep at the most, roughly. @param shares what of them is for what. */
  constructor (history: () => History, limit: number, shares: Shares = FOR_ANSWERS) {
    this.#history = history
    this.#documents = new LeastRecent(limit * shares.documents)
    this.#joined = new LeastRecent(limit * shares.joined)
    this.#results = new LeastRecent(limit * shares.results)
    this.#lists = new LeastRecent(limit * shares.lists)
  }

  /** Where in the history a piece of work begins: it is true of what was written until then. */
  get position (): number {
    return this.#history().position
  }

  /** The representation of a resource, kept until something that it shows is written. */
  document (viewer: Viewer, type: string, id: number): Answer | undefined {
    const key = `${circle(viewer)} ${type} ${id}`
    const kept = this.#documents.get(key)
    if (kept === undefined) return undefined
    const history = this.#history()
    if (kept.position !== history.position) {
      if (!history.isUntouched(kept.dependencies, kept.position)) {
        this.#documents.delete(key)
        return undefined
      }
      kept.position = history.position
    }
    return kept.value
  }

  /** @param make the answer; it may show less than the representation, which says what it depends on. */
  keepDocument (viewer: Viewer, type: string, id: number, representation: Representation, make: () => Answer, position: number): Answer {
    const dependencies = dependenciesOf(id, representation)
    const answer = make()
    this.#documents.set(`${circle(viewer)} ${type} ${id}`, { value: answer, position, dependencies }, sizeOfText(answer.template) + 40 * dependencies.size + OVERHEAD)
    return answer
  }

  /**
   * One answer made of others. When something was written it is worked out anew of what it is made; as long as that is
   * the very same, so is the answer: after a write most lists are as they were.
   */
  async joined (viewer: Viewer, name: string, make: () => Promise<Parts>): Promise<Answer> {
    const key = `${eyes(viewer)} ${name}`
    const { position } = this
    const kept = this.#joined.get(key)
    if (kept?.position === position) return kept.answer
    const { of, facts: { total, next }, join } = await make()
    if (kept !== undefined && kept.answer.total === total && kept.answer.next === next && kept.of.length === of.length && of.every((answer, at) => answer === kept.of[at])) {
      kept.position = position
      return kept.answer
    }
    const answer = join()
    this.#joined.set(key, { answer, of, position }, sizeOfSent(of) + 2 * key.length + OVERHEAD)
    return answer
  }

  /**
   * Ids of rows, ascending. After a write only those are asked for anew that it touched.
   *
   * @param select finds the ids, or those among some. They may depend on what those rows are themselves, on nothing else.
   */
  async list (viewer: Viewer, name: string, select: (among?: readonly number[]) => Promise<Int32Array>): Promise<Int32Array> {
    const key = `${eyes(viewer)} ${name}`
    const { position } = this
    const kept = this.#lists.get(key)
    const touched = kept && this.#history().touchedSince(kept.position)
    if (touched?.length === 0) return kept!.value
    const value = touched === undefined ? (await select()).sort() : mended(kept!.value, touched, await select(touched))
    this.#lists.set(key, { value, position }, value.byteLength + OVERHEAD)
    return value
  }

  /** Whether `list` knows it, but for what was written since. */
  hasList (viewer: Viewer, name: string): boolean {
    return this.#lists.get(`${eyes(viewer)} ${name}`) !== undefined
  }

  /** What a search found, kept until anything is written. @param make finds it when it is not known. */
  async result<T> (viewer: Viewer, name: string, make: () => Promise<T>): Promise<T> {
    const { position } = this
    if (position !== this.#resultsPosition) {
      this.#results.clear()
      this.#underWay.clear()
      this.#resultsPosition = position
    }
    const key = `${eyes(viewer)} ${name}`
    const kept = this.#results.get(key) ?? this.#underWay.get(key)
    if (kept !== undefined) return await (kept as T | Promise<T>)
    const making = make()
    this.#underWay.set(key, making)
    try {
      const value = await making
      if (position === this.#resultsPosition) this.#results.set(key, value, sizeOf(value) + 2 * key.length + OVERHEAD)
      return value
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }
}

/** Ascending ids of which those that were touched are in the list if, and only if, they are among `found`. */
function mended (ids: Int32Array, touched: readonly number[], found: Int32Array): Int32Array {
  const isTouched = new Set(touched)
  const untouched = ids.filter((id) => !isTouched.has(id))
  const mended = new Int32Array(untouched.length + found.length)
  mended.set(untouched)
  mended.set(found, untouched.length)
  return mended.sort()
}

/** A result where there may be no memory. */
export async function remembered<T> ({ memory }: { memory?: Memory | undefined }, viewer: Viewer, name: string, make: () => Promise<T>): Promise<T> {
  return memory === undefined ? await make() : await memory.result(viewer, name, make)
}

/** All characters of a text take two bytes as soon as one needs them; in long texts there is always one. */
function sizeOfText (text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)
}

/** What is sent of answers that are put together, in bytes. */
function sizeOfSent (answers: readonly Answer[]): number {
  return answers.reduce((sum, { template }) => sum + template.length + 8, 0)
}

/** Rough size of a result in bytes. */
function sizeOf (value: unknown): number {
  // Its text, and the bytes that are sent.
  if (value instanceof Answer) return 2 * value.template.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0) : 8
}

/** Those who see the same representations: all who see everything, all anonymous, every other account by itself. */
function circle ({ viewsAll, id }: Viewer): string {
  return viewsAll ? 'all' : id === null ? '' : String(id)
}

/** Those who find the same: everyone by itself, for whoever asks without an account may still have a role. */
function eyes ({ id, viewsAll, isAdmin }: Viewer): string {
  return `${id ?? ''} ${viewsAll} ${isAdmin}`
}

/** When a representation says that it last changed, in seconds since 1970. */
export function modifiedOf ({ 'o:modified': modified }: Representation): number | null {
  const text = (modified as Representation | null | undefined)?.['@value']
  return typeof text === 'string' ? Date.parse(text) / 1000 : null
}
