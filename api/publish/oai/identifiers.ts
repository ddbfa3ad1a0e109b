import { toId } from '../../core/text/numbers.js'

/** What the specification of the oai-identifier takes for the name of a repository: a domain name. */
const DOMAIN = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/i

/** Identifiers of records, `oai:example.org:items/1`. */
export class Identifiers {
  /** The name of the repository: part of all identifiers. */
  readonly namespace: string
  readonly #begin: string

  /**
   * @param namespace the setting; when it is empty, the host counts.
   * @param base address of the installation.
   */
  constructor (namespace: string, base: string) {
    this.namespace = namespace !== '' ? namespace : new URL(base).hostname.replaceAll(/[^\w.-]/g, '-')
    this.#begin = `oai:${this.namespace}:items/`
  }

  /** Whether they are identifiers of the scheme oai, which needs a domain name. */
  get areOfScheme (): boolean {
    return DOMAIN.test(this.namespace)
  }

  of (id: number): string {
    return this.#begin + id
  }

  /** The id of an item; undefined when this is not the identifier of one. */
  idIn (identifier: string): number | undefined {
    if (!identifier.startsWith(this.#begin)) return undefined
    const id = toId(identifier.slice(this.#begin.length))
    return id !== undefined && this.of(id) === identifier ? id : undefined
  }
}
