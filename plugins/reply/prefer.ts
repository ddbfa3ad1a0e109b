import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /** The client's preferences, as far as the operation offers them; also sets Preference-Applied. */
    applyPreferences (offered?: ReadonlyArray<keyof Preferences>): Preferences
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

function preferPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendReply(fastify, {
    applyPreferences (offered = ['strict', 'minimal']) {
      const header = this.reply.request.headers.prefer
      if (header === undefined) return NONE
      const preferred = parsePrefer(header.toString())
      const applied = offered.filter((name) => preferred[name])
      if (applied.length > 0) this.reply.header('preference-applied', applied.map((name) => PREFERENCES[name]).join(', '))
      return { ...NONE, ...Object.fromEntries(applied.map((name) => [name, true])) }
    }
  })
  done()
}

export default fp(preferPlugin, { name: 'vitrine-prefer', dependencies: ['vitrine-namespace'] })
