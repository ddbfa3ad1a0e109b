import type { History } from '../../db/history.js'
import type { Viewer } from '../../db/search/viewer.js'
import { Answer, type Representation } from '../answer.js'
import { dependenciesOf } from './dependencies.js'
import { LeastRecent } from './least-recent.js'

interface Kept<T> {
  value: T
  /** Where in the history it was known to be true. */
  position: number
}

/** Rough cost of an entry besides its text. */
const OVERHEAD = 400

/**
 * What was worked out before and is still true. Every key begins with the viewer, so that nobody is ever shown what
 * was worked out for somebody who may see more.
 */
export class Memory {
  readonly #documents: LeastRecent<Kept<Answer> & { dependencies: ReadonlySet<number> }>
  readonly #results: LeastRecent<Kept<unknown>>
  readonly #history: () => History

  /** @param limit bytes to keep at the most, roughly. */
  constructor (history: () => History, limit: number) {
    this.#history = history
    this.#documents = new LeastRecent(limit / 2)
    this.#results = new LeastRecent(limit / 2)
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
    this.#documents.set(`${circle(viewer)} ${type} ${id}`, { value: answer, position, dependencies }, 2 * answer.template.length + 40 * dependencies.size + OVERHEAD)
    return answer
  }

  /** What a search found, kept until anything is written. */
  result<T> (viewer: Viewer, key: string): T | undefined {
    const full = `${eyes(viewer)} ${key}`
    const kept = this.#results.get(full)
    if (kept === undefined) return undefined
    if (kept.position === this.position) return kept.value as T
    this.#results.delete(full)
    return undefined
  }

  keepResult<T> (viewer: Viewer, key: string, value: T, position: number): T {
    const length = value instanceof Answer ? value.template.length : 8
    this.#results.set(`${eyes(viewer)} ${key}`, { value, position }, 2 * (length + key.length) + OVERHEAD)
    return value
  }
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
