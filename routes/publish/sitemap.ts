import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toId } from '../../api/core/calls/given.js'
import { utcDate } from '../../api/core/answers/dates.js'
import { xml, type Xml } from '../../api/core/answers/xml.js'
import { knownTag } from '../../plugins/reply/conditional.js'
import { noSuchPage } from '../../plugins/http/http-errors.js'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Public pages that do not show a single resource. */
const OTHER_PAGES = ['/', '/item-sets']

/**
 * The addresses of all public pages, for search engines (sitemaps.org): an index, and its parts.
 *
 * @param options.isRoot whether Vitrine serves the root of the host, where crawlers look for robots.txt.
 */
export default async function sitemap (fastify: FastifyInstance, { isRoot }: { isRoot: boolean }): Promise<void> {
  const { api } = fastify
  if (!api.settings.explore) return
  const route = { exposeHeadRoute: true, schema: { hide: true }, config: { varies: false } }

  /** Sends a document made from the change feed; 304 if the feed has not changed since the client's copy. */
  async function send (
    request: FastifyRequest, reply: FastifyReply, make: () => Promise<string | AsyncGenerator<string>>
  ): Promise<FastifyReply> {
    const tag = await api.sitemap.state()
    reply.header('etag', `W/"${tag}"`).header('content-type', 'application/xml; charset=utf-8')
    if (knownTag(tag, request) !== undefined) return await reply.code(304).send()
    const made = await make()
    return await reply.send(typeof made === 'string' ? made : Readable.from(made, { objectMode: false }))
  }

  fastify.get('/sitemap.xml', route, async (request, reply) => await send(request, reply, async () => {
    const { base } = request.vitrine
    const parts = (await api.sitemap.parts()).map(({ number, modified }) => xml`<sitemap>
<loc>${base}/sitemap-${number}.xml</loc>${modified === undefined ? undefined : lastmod(modified)}
</sitemap>
`)
    return DECLARATION + xml`<sitemapindex xmlns="${NAMESPACE}">\n${parts}</sitemapindex>\n`.text
  }))

  fastify.get<{ Params: { part: string } }>('/sitemap-:part.xml', route, async (request, reply) => {
    const number = toId(request.params.part)
    if (!(await api.sitemap.parts()).some((part) => part.number === number)) throw noSuchPage()
    return await send(request, reply, async () => urls(request.vitrine.base, number!))
  })

  async function * urls (base: string, number: number): AsyncGenerator<string> {
    yield `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`
    if (number === 1) yield OTHER_PAGES.map((path) => xml`<url><loc>${base}${path}</loc></url>\n`.text).join('')
    for await (const entries of api.sitemap.entries(number)) {
      yield entries.map(({ path, modified }) => xml`<url><loc>${base}${path}</loc>${lastmod(modified)}</url>\n`.text).join('')
      await nextTurn()
    }
    yield '</urlset>\n'
  }

  if (!isRoot) return
  fastify.get('/robots.txt', route, async (request, reply) =>
    await reply.header('content-type', 'text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /admin/\n\nSitemap: ${request.vitrine.base}/sitemap.xml\n`))
}

function lastmod (seconds: number): Xml {
  return xml`<lastmod>${utcDate(seconds)}</lastmod>`
}
