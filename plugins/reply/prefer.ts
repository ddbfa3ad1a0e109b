import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Call, IgnoredKey } from '../../api/core/calls/call.js'
import { settleIgnored } from '../../api/core/calls/unknown-keys.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /**
     * Settles how strictly the client wants its request to be read (`Prefer`; also sets Preference-Applied), and begins
     * to collect what is ignored of the request, first of all its format.
     *
     * @param offered the preferences that the operation offers. @param isLinkedData whether its format is one of those
     *   of Linked Data.
     * @throws ParameterError for `Prefer: handling=strict`.
     */
    settle (offered?: ReadonlyArray<keyof Preferences>, isLinkedData?: boolean): Settled
  }
}

interface Preferences {
  /** `handling=strict`: refuse what is invalid instead of dropping it. */
  strict: boolean
  /** `return=minimal`: answer 204 without a body. */
  minimal: boolean
}

const PREFERENCES: Record<keyof Preferences, string> = { strict: 'handling=strict', minimal: 'return=minimal' }

const NONE: Preferences = Object.freeze({ strict: false, minimal: false })
const PREFERENCE = /^\s*(handling|return)\s*=\s*"?([a-z]+)"?\s*(?:;.*)?$/i

/**
 * Parses a Prefer header (RFC 7240). Of two contradicting preferences the first counts; unknown ones are ignored.
 *
 * @example parsePrefer('return=minimal, handling=strict') // { strict: true, minimal: true }
 */
export function parsePrefer (header: string): Preferences {
  const found = new Map<string, string>()
  for (const part of header.split(',')) {
    const [, name, value] = PREFERENCE.exec(part) ?? []
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value!.toLowerCase())
  }
  return { strict: found.get('handling') === 'strict', minimal: found.get('return') === 'minimal' }
}

/** Maximum number of warnings in the header: proxies refuse answers with long headers. */
const WARNINGS_MAX = 5

/** Maximum number of keys in the header, and of characters of a key: proxies refuse answers with long headers. */
const KEYS_MAX = 20
const KEY_MAX_CHARACTERS = 80

/** Characters that are percent-encoded: not allowed in a header, or used to separate keys. */
const UNSAFE = /[^!#-'*+./0-9:;<=>?@A-Z[\]^_`a-z{|}~-]/gu

/** Characters that are not allowed in a header. */
const UNPRINTABLE = /[^ -~]/gu

/**
 * @example headerOf([{ key: 'dcterms:titel', nearest: 'dcterms:title' }, { key: 'per_page', value: 'x' }])
 * // 'dcterms:titel (dcterms:title?), per_page=x'
 */
function headerOf (keys: readonly IgnoredKey[]): string {
  const named = keys.slice(0, KEYS_MAX).map((ignored) => {
    const { nearest } = ignored
    return nearest === undefined ? nameOf(ignored) : `${nameOf(ignored)} (${safe(nearest)}?)`
  })
  return [...named, ...(keys.length > KEYS_MAX ? [`and ${keys.length - KEYS_MAX} more`] : [])].join(', ')
}

function nameOf ({ key, value }: IgnoredKey): string {
  return value === undefined ? safe(key) : `${safe(key)}=${safe(value)}`
}

function safe (key: string): string {
  const text = key.length > KEY_MAX_CHARACTERS ? `${key.slice(0, KEY_MAX_CHARACTERS)}...` : key
  return text.replace(UNSAFE, percentEncoded)
}

function percentEncoded (character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/**
 * Options for a call of the API, which report what it ignores of a payload or of a search, and what will not work; and
 * the headers that say so (docs/contract/README.md §4, docs/contract/files.md §5).
 */
class Settled implements Preferences, Required<Pick<Call, 'strict' | 'onIgnored' | 'onWarning'>> {
  readonly strict: boolean
  readonly minimal: boolean
  /** The product of the installation and its aliases, with which the names of the headers begin. */
  readonly #words: readonly string[]
  #ignored: Map<string, IgnoredKey> | undefined
  #warnings: string[] | undefined

  constructor (private readonly reply: FastifyReply, words: readonly string[], { strict, minimal }: Preferences) {
    this.#words = words
    this.strict = strict
    this.minimal = minimal
  }

  readonly onIgnored = (keys: readonly IgnoredKey[]): void => {
    this.#ignored ??= new Map()
    for (const key of keys) this.#ignored.set(nameOf(key), key)
  }

  readonly onWarning = (message: string): void => {
    this.#warnings ??= []
    this.#warnings.push(message.replace(UNPRINTABLE, percentEncoded))
  }

  /** Sets the headers, if there is anything to say. */
  setHeaders (): void {
    if (this.#ignored !== undefined) this.#set('Ignored', headerOf([...this.#ignored.values()]))
    if (this.#warnings === undefined) return
    const more = this.#warnings.length - WARNINGS_MAX
    this.#set('Warning', [...this.#warnings.slice(0, WARNINGS_MAX), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '))
  }

  #set (name: string, text: string): void {
    for (const word of this.#words) this.reply.header(`${word}-${name}`, text)
  }
}

function preferPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const words = [product, ...productAliases]

  function preferencesOf (reply: FastifyReply, offered: ReadonlyArray<keyof Preferences>): Preferences {
    const header = reply.request.headers.prefer
    if (header === undefined) return NONE
    const preferred = parsePrefer(header.toString())
    const applied = offered.filter((name) => preferred[name])
    if (applied.length > 0) reply.header('preference-applied', applied.map((name) => PREFERENCES[name]).join(', '))
    return { ...NONE, ...Object.fromEntries(applied.map((name) => [name, true])) }
  }

  extendReply(fastify, {
    settle (offered = ['strict'], isLinkedData = true) {
      const { reply, reply: { request: { vitrine } } } = this
      const { query: { format, profile } } = vitrine
      const settled = new Settled(reply, words, preferencesOf(reply, offered))
      const isNamed = format !== undefined || profile !== undefined
      if (isLinkedData && isNamed) settleIgnored(vitrine.unknownFormats, settled)
      return settled
    }
  })
  done()
}

export default fp(preferPlugin, { name: 'vitrine-prefer', dependencies: ['vitrine-api', 'vitrine-namespace'] })
