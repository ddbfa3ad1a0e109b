import t from 'tap'
import { build, title, type Server } from '../helper.js'

async function items (server: Server, ...titles: string[]): Promise<void> {
  const as = await server.account('editor')
  for (const name of titles) await server.send({ method: 'POST', url: '/api/items', as, payload: title(name) })
}

t.test('links lead from cursor to cursor to the end', async (t) => {
  const server = await build(t)
  await items(server, 'c', 'a', 'b', 'a')
  const titles: string[] = []
  let pages = 0
  for (
    let url: string | undefined = '/api/items?sort_by=title,id&sort_order=asc,desc&per_page=3&cursor=';
    url !== undefined;
    pages++
  ) {
    const { headers, payload, statusCode } = await server.send({ url })
    t.equal(statusCode, 200)
    t.equal(headers['service-total-results'], '4')
    t.match(headers.link, /^<[^>]*\?sort_by=title%2Cid&[^>]*cursor=[&>].*rel="first"/)
    t.notMatch(headers.link, /rel="(last|prev)"|page=\d*[&>]; rel="next"|[?&]page=/)
    titles.push(...(JSON.parse(payload) as Array<{ 'o:title': string }>).map((item) => item['o:title']))
    url = /<http:\/\/localhost([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  }
  t.same(titles, ['a', 'a', 'b', 'c'])
  t.equal(pages, 2)
})

t.test('a cursor that was tampered with, or stands beside a page, is the mistake of the client', async (t) => {
  const server = await build(t)
  for (const query of ['cursor=x', 'cursor=&page=1', 'cursor=&offset=5', 'cursor[]=']) {
    const { statusCode, payload } = await server.send({ url: `/api/items?${query}` })
    t.equal(statusCode, 400, query)
    t.match(JSON.parse(payload), { errors: { cursor: [String] } })
  }
})

t.test('fields thin lists and reads in every format, and their entity tags differ', async (t) => {
  const server = await build(t)
  await items(server, 'Lighthouse')
  for (const url of ['/api/items', '/api/items/1', '/api-local/items/1']) {
    const whole = await server.send({ url })
    const thin = await server.send({ url: `${url}?fields=o:title` })
    t.match(thin.payload, 'Lighthouse')
    t.notMatch(thin.payload, 'o:created')
    t.not(thin.headers.etag, whole.headers.etag)
    t.equal(
      (await server.send({ url: `${url}?fields[]=o:title`, headers: { 'if-none-match': String(thin.headers.etag) } }))
        .statusCode,
      304
    )
    t.equal((await server.send({ url, headers: { 'if-none-match': String(thin.headers.etag) } })).statusCode, 200)
    for (const format of ['turtle', 'ntriples', 'n3', 'rdfxml']) {
      const { payload, statusCode } = await server.send({ url: `${url}?fields=o:title&format=${format}` })
      t.equal(statusCode, 200)
      t.match(payload, 'Lighthouse', `${url} ${format}`)
      t.notMatch(payload, 'created')
    }
  }
  t.match(JSON.parse((await server.send({ url: '/api/items/1?fields=o:title&pretty_print=1' })).payload), {
    'o:title': 'Lighthouse'
  })
  t.equal((await server.send({ url: '/api/items?fields[x][]=y' })).statusCode, 400)
})

t.test('facets are counted at an address of their own, beside those of resources', async (t) => {
  const server = await build(t)
  await items(server, 'a', 'b', 'a')
  for (const folder of ['api', 'api-local']) {
    const { statusCode, payload, headers } = await server.send({
      url: `/${folder}/items/facets?facets[]=dcterms:title&facets[]=owner_id&search=a&facet_limit=5`
    })
    t.equal(statusCode, 200)
    t.match(JSON.parse(payload), {
      '@context': 'http://localhost/api-context',
      total: 2,
      facets: { 'dcterms:title': [{ '@value': 'a', count: 2 }], owner_id: [{ count: 2 }] }
    })
    t.equal(
      (
        await server.send({
          url: `/${folder}/items/facets/?facets[]=dcterms:title&facets[]=owner_id&search=a&facet_limit=5`,
          headers: { 'if-none-match': String(headers.etag) }
        })
      ).statusCode,
      304
    )
    t.match(JSON.parse((await server.send({ url: `/${folder}/items/1` })).payload), { 'o:id': 1 })
    t.equal((await server.send({ url: `/${folder}/users/facets?facets=owner_id` })).statusCode, 403)
    t.equal((await server.send({ url: `/${folder}/properties/facets?facets=owner_id` })).statusCode, 404)
  }
  t.equal((await server.send({ method: 'HEAD', url: '/api/items/facets?facets=owner_id' })).statusCode, 200)
  const refused = await server.send({ url: '/api/items/facets?facets=nope' })
  t.equal(refused.statusCode, 400)
  t.match(JSON.parse(refused.payload), { errors: { facets: [/must be among/] } })
})
