import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readOnly } from './read-only.js'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; accent-color: #2f6f6a }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; font-weight: 600 }
ul { padding: 0; list-style: none; columns: 14rem }
li { padding: .2rem 0 }
a { color: light-dark(#1d5a55, #8fd0c8) }
code { font-family: ui-monospace, monospace }
`

const SECURITY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"
].join('; ')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }

function escaped (text: string): string {
  return text.replace(/[&<"]/g, (c) => ENTITIES[c]!)
}

/** A page that shows a person where to go; no script, nothing from elsewhere. */
function page (base: string, names: readonly string[]): string {
  const link = (name: string): string => `<li><a href="${escaped(base)}/api/${name}?pretty_print=1">${name}</a></li>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>API</h1>
<p>Everything here is <a href="https://www.w3.org/TR/json-ld11/">JSON-LD</a>; its terms are explained by the <a href="${escaped(base)}/api-context?pretty_print=1">context</a>.
Add <code>format=turtle</code>, <code>ntriples</code>, <code>n3</code> or <code>rdfxml</code> for other kinds of RDF.</p>
<nav aria-label="Resources">
<ul>
${names.map(link).join('\n')}
</ul>
</nav>
</body>
</html>
`
}

/** Programs that say so get JSON; everybody else is taken for a person, as in the reference (contract/http.md §1). */
function wantsJson (accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(?:ld\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

/** The index of the API. */
export default async function root (fastify: FastifyInstance): Promise<void> {
  const names = [...fastify.api.resourceNames].sort()

  async function index (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const base = request.vitrine.base
    if (wantsJson(request.headers.accept)) {
      return reply.vitrine.sendJson({
        '@context': `${base}/api-context`,
        '@id': `${base}/api`,
        resources: Object.fromEntries(names.map((name) => [name, `${base}/api/${name}`]))
      })
    }
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', SECURITY)
      .header('x-content-type-options', 'nosniff')
      .send(page(base, names))
  }

  readOnly(fastify, '/api', { operationId: 'readIndex', summary: 'List the resource types', tags: ['api'] }, index)
}
