import { toId } from '../../core/text/numbers.js'

/** The specification of oai-identifier requires a domain name as the name of the repository. */
const DOMAIN = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/i

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

  /** Whether the identifiers conform to the oai scheme, which requires a domain name. */
  get areOfScheme (): boolean {
    return DOMAIN.test(this.namespace)
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
