import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Call, IgnoredKey } from '../../api/core/calls/call.js'
import { settleIgnored } from '../../api/core/calls/unknown-keys.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /** The client's preferences, as far as the operation offers them; also sets Preference-Applied. */
    applyPreferences (offered?: ReadonlyArray<keyof Preferences>): Preferences
    /** Collects the keys of a payload, or parameters of a search, that are ignored, for the header that names them. */
    ignoredKeys (): IgnoredKeys
    /**
     * Begins to collect what is ignored of a request, first of all its format.
     *
     * @param offered the preferences that the operation offers; absent: those of a request that reads.
     * @throws ParameterError for `Prefer: handling=strict`.
     */
    settleFormat (offered?: ReadonlyArray<keyof Preferences>): SettledFormat
    /** Collects sentences about what will not work with what is written, for a header of its own. */
    warnings (): Warnings
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

interface IgnoredKeys {
  readonly add: (keys: readonly IgnoredKey[]) => void
  /** Sets the header if there are any keys. */
  setHeader (): void
}

interface SettledFormat extends Pick<IgnoredKeys, 'setHeader'>, Pick<Preferences, 'minimal'> {
  /** Options for the call of the API, which report what it ignores. */
  readonly call: Required<Pick<Call, 'strict' | 'onIgnored'>>
}

interface Warnings {
  readonly add: (message: string) => void
  /** Sets the header when there are any. */
  setHeader (): void
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
 * How strictly a client wants its request to be read (`Prefer`), and headers that name what was ignored of a payload or
 * of a search, and say what will not work (docs/contract/README.md §4, docs/contract/files.md §5).
 */
function preferPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const words = [product, ...productAliases]

  extendReply(fastify, {
    applyPreferences (offered = ['strict', 'minimal']) {
      const header = this.reply.request.headers.prefer
      if (header === undefined) return NONE
      const preferred = parsePrefer(header.toString())
      const applied = offered.filter((name) => preferred[name])
      if (applied.length > 0) this.reply.header('preference-applied', applied.map((name) => PREFERENCES[name]).join(', '))
      return { ...NONE, ...Object.fromEntries(applied.map((name) => [name, true])) }
    },

    ignoredKeys () {
      const { reply } = this
      let found: Map<string, IgnoredKey> | undefined
      return {
        add (keys) {
          found ??= new Map()
          for (const each of keys) found.set(nameOf(each), each)
        },
        setHeader () {
          if (found === undefined) return
          const text = headerOf([...found.values()])
          for (const word of words) reply.header(`${word}-Ignored`, text)
        }
      }
    },

    settleFormat (offered = ['strict']) {
      const { request, vitrine } = this.reply
      const { query: { format, profile } } = request.vitrine
      const { strict, minimal } = vitrine.applyPreferences(offered)
      const { add, setHeader } = vitrine.ignoredKeys()
      const call = { strict, onIgnored: add }
      if (format !== undefined || profile !== undefined) settleIgnored(request.vitrine.unknownFormats, call)
      return { call, setHeader, minimal }
    },

    warnings () {
      const { reply } = this
      const found: string[] = []
      return {
        add (message) { found.push(message.replace(UNPRINTABLE, percentEncoded)) },
        setHeader () {
          if (found.length === 0) return
          const more = found.length - WARNINGS_MAX
          const shown = [...found.slice(0, WARNINGS_MAX), ...(more > 0 ? [`And ${more} more.`] : [])]
          for (const word of words) reply.header(`${word}-Warning`, shown.join(' '))
        }
      }
    }
  })
  done()
}

export default fp(preferPlugin, { name: 'vitrine-prefer', dependencies: ['vitrine-api', 'vitrine-namespace'] })
