import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { withoutTrailingSlashes } from '../../api/core/text/trailing-slashes.js'
import { isLanguage, type Language } from '../../web/languages/languages.js'
import { acceptedLanguage } from './accepted-language.js'
import { cookieOf, COOKIE_MAX_AGE_SECONDS, setCookie } from '../http/cookies.js'
import { extendReply, extendRequest } from '../http/namespace.js'
import { withoutCredentials } from './redaction.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The language of the requested page. */
    readonly language: Language
    /** Address of the requested page in another language: a link of the language switch. */
    addressIn (language: Language): string
  }
  interface VitrineReply {
    /** Answers a link of the language switch; undefined if the request is not one. */
    switchLanguage (): FastifyReply | undefined
  }
}

const COOKIE = 'vitrine_language'
const PARAMETER = 'lang'

/** A path of this server begins with one slash: with two it would name another host. */
const LEADING_SLASHES = /^[/\\]*/

/**
 * The language of pages: chosen by the language switch (a cookie), else by the setting, else by the browser's
 * preferences. A link of the switch names the language in the query. It is answered with the cookie and a redirect to
 * the address without the language, so that people do not share addresses with a language.
 */
function languagesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  /** Address of the page without the language, below the path of the installation and without credentials. */
  function ownAddress ({ raw, vitrine }: FastifyRequest): string {
    const [path = '', query = ''] = splitOnce(withoutCredentials(raw.url ?? ''), '?')
    const below = path.slice(withoutTrailingSlashes(fastify.prefix).length)
    const rest = query.split('&').filter((part) => part !== '' && splitOnce(part, '=')[0] !== PARAMETER)
    return (vitrine.path + below).replace(LEADING_SLASHES, '/') + (rest.length === 0 ? '' : `?${rest.join('&')}`)
  }

  function chosen ({ query }: FastifyRequest): Language | undefined {
    const given = (query as Record<string, unknown>)[PARAMETER]
    return isLanguage(given) ? given : undefined
  }

  extendRequest(fastify, {
    get language () {
      const { request } = this
      const cookie = cookieOf(request, COOKIE)
      if (isLanguage(cookie)) return cookie
      const { language } = fastify.api.collectionSettings.latest
      return isLanguage(language) ? language : acceptedLanguage(request.raw.headers['accept-language'])
    },
    addressIn (language) {
      const { is404, method, routeOptions: { url = '' } } = this.request
      // An unknown address is not repeated.
      if (is404) return `${this.path}/?${PARAMETER}=${language}`
      // The address of a form may not have a page.
      const hasPage = method === 'GET' || method === 'HEAD' || fastify.hasRoute({ method: 'GET', url })
      const address = hasPage ? ownAddress(this.request) : `${this.path}/admin`
      return `${address}${address.includes('?') ? '&' : '?'}${PARAMETER}=${language}`
    }
  })

  extendReply(fastify, {
    switchLanguage () {
      const { reply, reply: { request } } = this
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const language = chosen(request)
      if (language === undefined) return undefined
      setCookie(reply, COOKIE, language, COOKIE_MAX_AGE_SECONDS)
      return reply.redirect(ownAddress(request), 303)
    }
  })
  fastify.addHook('onRequest', async (_request, reply) => reply.vitrine.switchLanguage())
  done()
}

function splitOnce (text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

export default fp(languagesPlugin, { name: 'vitrine-languages', dependencies: ['vitrine-api', 'vitrine-sessions'] })
