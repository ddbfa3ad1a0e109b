import { toId } from '../../core/calls/given.js'
import type { ReadContext } from '../../resources/definition/read-context.js'
import type { Arguments } from './arguments.js'
import type { Places } from './formats/described.js'
import type { Headers } from './headers.js'

/** A request with valid arguments, and the services that answer it. */
export interface OaiRequest extends Places {
  args: Arguments
  /** Seconds since 1970. */
  now: number
  context: ReadContext
  headers: Headers
  identifiers: Identifiers
}

/** Record identifiers, `oai:example.org:items/1`. */
export class Identifiers {
  /** The name of the repository, part of all identifiers. */
  readonly namespace: string
  readonly #begin: string

  /**
   * @param namespace the setting; empty: the host.
   * @param base URL of the installation.
   */
  constructor (namespace: string, base: string) {
    this.namespace = namespace !== '' ? namespace : new URL(base).hostname.replaceAll(/[^\w.-]/g, '-')
    this.#begin = `oai:${this.namespace}:items/`
  }

  of (id: number): string {
    return this.#begin + id
  }

  /** The id of an item; undefined when the identifier is not one of an item. */
  idIn (identifier: string): number | undefined {
    if (!identifier.startsWith(this.#begin)) return undefined
    const id = toId(identifier.slice(this.#begin.length))
    return id !== undefined && this.of(id) === identifier ? id : undefined
  }
}
