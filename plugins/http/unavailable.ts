import type { IncomingMessage, ServerResponse } from 'node:http'
import { html } from '../../web/html.js'
import { wordsOf, type Language } from '../../web/languages/languages.js'

/** The content of a 503 for a request that is refused before any work. */
interface Unavailable {
  id: string
  message: string
  /** Seconds after which the client may try again. */
  retryAfter: number
  /** A page instead of JSON, in this language. */
  language?: Language | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Answers 503 directly, without Fastify's hooks, because there may be thousands of such requests. */
export function answerUnavailable (
  request: IncomingMessage, response: ServerResponse, { id, message, retryAfter, language, headers }: Unavailable
): void {
  request.resume()
  const body = language === undefined ? JSON.stringify({ errors: { error: message }, 'request-id': id }) : pageIn(language)
  response.writeHead(503, {
    ...headers,
    'cache-control': 'no-store',
    'content-type': language === undefined ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(retryAfter),
    'x-request-id': id
  }).end(body)
}

const pages = new Map<Language, string>()

/** An error page without a style sheet or picture, which the browser would request next. */
function pageIn (language: Language): string {
  let page = pages.get(language)
  if (page === undefined) {
    const { heading, text } = wordsOf(language).messages.statuses[503]
    page = html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}</title>
<h1>${heading}</h1>
<p>${text}</p>
</html>`.text
    pages.set(language, page)
  }
  return page
}
