import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { extendReply } from './namespace.js'

declare module './namespace.js' {
  interface VitrineReply {
    /** The client's preferences for a write; also sets Preference-Applied. */
    applyPreferences (): Preferences
  }
}

export interface Preferences {
  /** `handling=strict`: refuse invalid values instead of dropping them. */
  strict: boolean
  /** `return=minimal`: answer 204 without a body. */
  minimal: boolean
}

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

function preferPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendReply(fastify, {
    applyPreferences () {
      const header = this.reply.request.headers.prefer
      if (header === undefined) return NONE
      const preferences = parsePrefer(header.toString())
      const applied: string[] = []
      if (preferences.strict) applied.push('handling=strict')
      if (preferences.minimal) applied.push('return=minimal')
      if (applied.length > 0) this.reply.header('preference-applied', applied.join(', '))
      return preferences
    }
  })
  done()
}

export default fp(preferPlugin, { name: 'vitrine-prefer', dependencies: ['vitrine-namespace'] })
