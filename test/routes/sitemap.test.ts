import Fastify from 'fastify'
import { sql } from 'drizzle-orm'
import { SaxesParser } from 'saxes'
import t from 'tap'
import vitrine, { OPERATOR } from '../../app.js'
import { resourceChange } from '../../db/tables/index.js'
import { title } from '../helper.js'
import { standalone } from '../web/explore/standalone.js'

const BY_OPERATOR = { actor: OPERATOR }
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The addresses in a sitemap or an index, with their dates. Other elements than theirs are refused. */
function addressesIn (text: string, [root, entry]: [string, string]): Array<{ loc?: string, lastmod?: string }> {
  const parser = new SaxesParser({ xmlns: true })
  const found: Array<Record<string, string>> = []
  const path: string[] = []
  parser.on('error', (error) => { throw error })
  parser.on('opentag', ({ uri, local }) => {
    path.push(local)
    const place = path.join('/')
    if (uri !== NAMESPACE || ![root, `${root}/${entry}`, `${root}/${entry}/loc`, `${root}/${entry}/lastmod`].includes(place)) {
      throw new Error(`${uri} ${place}`)
    }
    if (path.length === 2) found.push({})
  })
  parser.on('text', (piece) => { if (path.length === 3) found.at(-1)![path[2]!] = piece })
  parser.on('closetag', () => { path.pop() })
  parser.write(text).close()
  return found
}

t.test('search engines find every public page and no other', async (t) => {
  const { app, api } = await standalone(t)
  const get = async (url: string, headers = {}) => await app.inject({ url, headers: { host: 'example.org', ...headers } })
  const parts = async () => addressesIn((await get('/sitemap.xml')).body, ['sitemapindex', 'sitemap'])
  const pages = async (number: number) => addressesIn((await get(`/sitemap-${number}.xml`)).body, ['urlset', 'url'])

  await t.test('robots.txt names the index, which names the parts, which name the pages', async (t) => {
    t.match((await get('/robots.txt')).body, /^Sitemap: http:\/\/example\.org\/sitemap\.xml$/m)
    t.same(await parts(), [{ loc: 'http://example.org/sitemap-1.xml' }])
    t.same(await pages(1), [{ loc: 'http://example.org/' }, { loc: 'http://example.org/item-sets' }])
    for (const { loc } of await pages(1)) t.equal((await get(new URL(loc!).pathname)).statusCode, 200)
  })

  await t.test('sitemaps name public pages, with the day of their last change, in parts by id', async (t) => {
    await api.itemSets.create(title('Ships'), BY_OPERATOR)
    await api.items.create({ ...title('One'), 'o:media': [{ 'o:ingester': 'html', html: 'text' }] }, BY_OPERATOR)
    const media = [{ 'o:ingester': 'html', html: 'text' }]
    await api.items.create({ ...title('Hidden'), 'o:is_public': false, 'o:media': media }, BY_OPERATOR)
    await api.items.create(title('Gone'), BY_OPERATOR)
    await api.items.delete(6, BY_OPERATOR)
    const found = (await pages(1)).slice(2)
    t.same(found.map(({ loc }) => loc), ['item-sets/1', 'items/2', 'media/3'].map((path) => `http://example.org/${path}`))
    for (const { loc, lastmod } of found) {
      t.equal((await get(new URL(loc!).pathname)).statusCode, 200)
      t.ok(Math.abs(Date.parse(lastmod!) - Date.now()) < 600_000)
    }
    await api.store.write(async (database) => {
      await database.run(sql`INSERT INTO resource_change SELECT 40001, kind, 1000, 1000, 1000, 1000, 1600000000, 1600000000,
        1, 0, NULL FROM ${resourceChange} WHERE resource_id = 2`)
      await database.run(sql`UPDATE change_log SET position = 1000`)
    })
    t.same((await parts())[1], { loc: 'http://example.org/sitemap-2.xml', lastmod: '2020-09-13T12:26:40Z' })
    t.same(await pages(2), [{ loc: 'http://example.org/items/40001', lastmod: '2020-09-13T12:26:40Z' }])
    t.equal((await get('/sitemap-3.xml')).statusCode, 404)
    t.equal((await get('/sitemap-x.xml')).statusCode, 404)
  })

  await t.test('a client with the current version gets 304, until something changes', async (t) => {
    for (const url of ['/sitemap.xml', '/sitemap-1.xml']) {
      const { headers: { etag } } = await get(url)
      const again = { 'if-none-match': String(etag) }
      t.equal((await get(url, again)).statusCode, 304)
      await api.items.update(2, { 'o:is_public': false }, { ...BY_OPERATOR, partial: true })
      t.equal((await get(url, again)).statusCode, 200)
      t.same((await pages(1)).slice(2).map(({ loc }) => loc), ['http://example.org/item-sets/1'])
      await api.items.update(2, { 'o:is_public': true }, { ...BY_OPERATOR, partial: true })
    }
  })

  await t.test('below a path there is no robots.txt; at the root of an application there is no sitemap either', async (t) => {
    const around = Fastify()
    t.teardown(async () => { await around.close() })
    await around.register(vitrine, { api, prefix: '/collection' })
    t.match((await around.inject('/collection/sitemap.xml')).body, '<loc>http://localhost/collection/sitemap-1.xml</loc>')
    t.equal((await around.inject('/collection/robots.txt')).statusCode, 404)
    const beside = Fastify()
    t.teardown(async () => { await beside.close() })
    await beside.register(vitrine, { api })
    t.equal((await beside.inject('/sitemap.xml')).statusCode, 404)
  })
})

t.test('without pages there is no sitemap', async (t) => {
  const { app } = await standalone(t, { explore: false })
  for (const url of ['/sitemap.xml', '/sitemap-1.xml', '/robots.txt']) t.equal((await app.inject(url)).statusCode, 404)
})
