import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { IgnoredKey } from '../../api/core/calls/call.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /** Collects the keys of a payload, or parameters of a search, that are ignored, for the header that names them. */
    ignoredKeys (): IgnoredKeys
  }
}

export interface IgnoredKeys {
  readonly add: (keys: readonly IgnoredKey[]) => void
  /** Sets the header if there are any keys. */
  setHeader (): void
}

/** Maximum number of keys in the header, and of characters of a key: proxies refuse answers with long headers. */
const KEYS_MAX = 20
const KEY_MAX_CHARACTERS = 80

/** Characters that are percent-encoded: not allowed in a header, or used to separate keys. */
const UNSAFE = /[^!#-'*+./0-9:;<=>?@A-Z[\]^_`a-z{|}~-]/gu

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
  return text.replace(UNSAFE, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''))
}

/** Adds the header that names ignored keys of a payload or parameters of a search (docs/contract/README.md §4). */
function ignoredPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const headers = [product, ...productAliases].map((word) => `${word}-Ignored`)

  extendReply(fastify, {
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
          for (const name of headers) reply.header(name, text)
        }
      }
    }
  })
  done()
}

export default fp(ignoredPlugin, { name: 'vitrine-ignored', dependencies: ['vitrine-api', 'vitrine-namespace'] })
