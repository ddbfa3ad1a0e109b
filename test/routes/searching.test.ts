import t from 'tap'
import { build, type Server, title, unchecked } from '../helper.js'

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

t.test('facets have an address of their own', async (t) => {
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

/** Searches that are not understood in every part, what the header names of them, and the errors if it is strict. */
const NOT_UNDERSTOOD: Array<[url: string, header: string, errors: Record<string, string[]>]> = [
  ['items?facets=owner_id&facet_limit=5', 'facets, facet_limit', {
    facets: ['There is no parameter "facets".'], facet_limit: ['There is no parameter "facet_limit".']
  }],
  ['items?fulltextsearch=x', 'fulltextsearch (fulltext_search?)', {
    fulltextsearch: ['There is no parameter "fulltextsearch". Did you mean "fulltext_search"?']
  }],
  ['items?dcterms:title=x', 'dcterms:title', { 'dcterms:title': ['There is no parameter "dcterms:title".'] }],
  ['items?sort_by=dcterms:titel,nonsense', 'sort_by=dcterms:titel (dcterms:title?), sort_by=nonsense', {
    sort_by: ['"dcterms:titel" is not a sort key here. Did you mean "dcterms:title"?', '"nonsense" is not a sort key here.']
  }],
  ['resources?sort_by=title', 'sort_by=title', { sort_by: ['"title" is not a sort key here.'] }],
  ['items?sort_order=descc', 'sort_order=descc (desc?)', {
    sort_order: ['"descc" is not "asc" or "desc". Did you mean "desc"?']
  }],
  ['items?per_page=abc', 'per_page=abc', { per_page: ['"abc" is not a number.'] }],
  ['items?page[]=2', 'page', { page: ['A list is not a number.'] }],
  ['items?limit=5', 'limit=5 (per_page?)', { limit: ['"limit" needs an empty "page". Did you mean "per_page"?'] }],
  ['items?owner_id=me', 'owner_id=me', { owner_id: ['"me" is not a number.'] }],
  ['items?item_set_id[]=1&item_set_id[]=x', 'item_set_id=x', { item_set_id: ['"x" is not a number.'] }],
  ['items?resource_class_id=23.7', 'resource_class_id=23.7', { resource_class_id: ['"23.7" is not a whole number.'] }],
  ['items?id[a][b]=5', 'id[a]', { 'id[a]': ['A list is not a text.'] }],
  ['items?resource_class_id[]=1&resource_class_id[x][]=1', 'resource_class_id[x]', {
    'resource_class_id[x]': ['A list is not a text.']
  }],
  ['items?search[0][0]=a&fulltext_search[b][c]=d', 'search[0], fulltext_search[b]', {
    'search[0]': ['A list is not a text.'], 'fulltext_search[b]': ['A list is not a text.']
  }],
  ['sites?slug[][]=a', 'slug[0]', { 'slug[0]': ['A list is not a text.'] }],
  ['items?property[0][property]=1&property[0][type]=eq&property[0][text][a][]=x', 'property[0][text][a]', {
    'property[0][text][a]': ['A list is not a text.']
  }],
  ['items?property[0][property][][]=1&property[0][type]=ex', 'property[0][property][0]', {
    'property[0][property][0]': ['A list is not a text.']
  }],
  ['items?is_public=true', 'is_public=true (1?)', { is_public: ['"true" is not 1 or 0. Did you mean "1"?'] }],
  ['items?created_after=soon', 'created_after=soon', {
    created_after: ['"soon" is not a date such as 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31.']
  }],
  ['items?property[0][property]=dcterms:titel&property[0][type]=eq&property[0][text]=a',
    'property[0][property]=dcterms:titel (dcterms:title?)',
    { 'property[0][property]': ['"dcterms:titel" is not a property. Did you mean "dcterms:title"?'] }],
  ['items?property[0][property]=1&property[0][type]=IN&property[0][text]=a', 'property[0][type]=IN (in?)', {
    'property[0][type]': ['"IN" is not a query type. Did you mean "in"?']
  }],
  ['items?property[0][property]=1&property[0][text]=a&property[0][texte]=a', 'property[0][texte] (text?), property[0]', {
    'property[0][texte]': ['Rows have no "texte". Did you mean "text"?'], 'property[0]': ['The row needs a "type".']
  }],
  ['items?property[0][property]=1&property[0][type]=ex&property[1][property]=1&property[1][type]=ex&property[1][joiner]=OR',
    'property[1][joiner]=OR (or?)', { 'property[1][joiner]': ['"OR" is not "or" or "and". Did you mean "or"?'] }],
  ['items?property=dcterms:title', 'property=dcterms:title (property[0][property]?)', {
    property: ['"dcterms:title" is not a row. Did you mean "property[0][property]"?']
  }],
  ['data_types?per_page=2', 'per_page', { per_page: ['There is no parameter "per_page".'] }],
  ['items/facets?facets=dcterms:title&serach=x', 'serach (search?)', {
    serach: ['There is no parameter "serach". Did you mean "search"?']
  }],
  ['items/export?ownerid=1', 'ownerid (owner_id?)', { ownerid: ['There is no parameter "ownerid". Did you mean "owner_id"?'] }],
  ['items?fields=o:titel,dcterms:titel,o:id,dcterms:title,@reverse,o:media',
    'fields=dcterms:titel (dcterms:title?), fields=o:titel (o:title?)', {
      fields: ['There is no field "dcterms:titel". Did you mean "dcterms:title"?', 'There is no field "o:titel". Did you mean "o:title"?']
    }],
  ['items/1?fields[]=o:titel', 'fields=o:titel (o:title?)', { fields: ['There is no field "o:titel". Did you mean "o:title"?'] }],
  ['vocabularies?fields=dcterms:title', 'fields=dcterms:title', { fields: ['There is no field "dcterms:title".'] }],
  ['resources?fields=o:is_open,o:ingester,o:nothing', 'fields=o:nothing', { fields: ['There is no field "o:nothing".'] }],
  ['data_types/literal?fields=o:lable', 'fields=o:lable (o:label?)', {
    fields: ['There is no field "o:lable". Did you mean "o:label"?']
  }],
  ['items?format=turtel', 'format=turtel (turtle?)', { format: ['There is no format "turtel". Did you mean "turtle"?'] }],
  ['items/1?format=csv', 'format=csv', { format: ['There is no format "csv".'] }],
  ['items?profile=flatened', 'profile=flatened (flattened?)', {
    profile: ['There is no profile "flatened". Did you mean "flattened"?']
  }],
  ['../api-context?format=turtel', 'format=turtel (turtle?)', {
    format: ['There is no format "turtel". Did you mean "turtle"?']
  }],
  ['../api-context?profile=contxt', 'profile=contxt (context?)', {
    profile: ['There is no profile "contxt". Did you mean "context"?']
  }],
  ['?profile=hydro', 'profile=hydro (hydra?)', { profile: ['There is no profile "hydro". Did you mean "hydra"?'] }],
  [`items?${'x'.repeat(200)}=1`, `${'x'.repeat(80)}...`, {
    [`${'x'.repeat(80)}...`]: [`There is no parameter "${'x'.repeat(80)}...".`]
  }]
]

t.test('parts of a search that are not understood are listed, or refused with handling=strict', async (t) => {
  const server = await build(t)
  await items(server, 'a', 'b')
  const prefer = 'handling=strict, return=minimal'
  for (const [query, header, errors] of NOT_UNDERSTOOD) {
    const url = `/api/${query}`.replace('/api/..', '')
    for (const answer of ['made', 'cached']) {
      const { statusCode, headers } = await server.send({ url })
      t.equal(statusCode, 200, `${query}, ${answer}`)
      t.equal(headers['service-ignored'], header)
      t.equal(headers['omeka-s-ignored'], header)
    }
    const refused = await server.send({ url, headers: { prefer } })
    t.equal(refused.statusCode, 400, query)
    t.same(JSON.parse(refused.payload), { errors })
    t.equal(refused.headers['preference-applied'], 'handling=strict')
  }
})

t.test('a valid search reports nothing, whatever other searches of that list contained', async (t) => {
  const server = await build(t)
  await items(server, 'a', 'b')
  await server.send({ url: '/api/items?sort_by=nonsense' })
  const headers = { prefer: 'handling=strict' }
  for (const query of [
    'items', 'items?sort_by=&sort_order=&page=', 'items?page=&limit=1&offset=1', 'items?is_public=&owner_id=&search=',
    'items?sort_by=id&sort_order=DESC&per_page=1e1', 'items?sort_by=dcterms:title,title', 'items?cursor=&per_page=2',
    'items?property[0][joiner]=and&property[0][property]=&property[0][type]=eq&property[0][text]=',
    'items?sort_by_default=&sort_order_default=&fields=o:title&pretty_print=1&format=json&key_identity=a',
    'resource_templates?sort_by=id', 'resources', 'data_types?page=1&sort_by=id&sort_order=asc', 'items?return_scalar=title',
    'items/facets?facets=dcterms:title&per_page=3', 'items/export?sort_by=title&format=csv&separator=;',
    '../api-context?format=turtle', '../api-context?profile=context', '?profile=hydra', '../api-context',
    'items/1?fields=@reverse,o:media,dcterms:title&format=turtle', 'items/1?format=jsonld&profile=expanded', 'items?format='
  ]) {
    const { statusCode, headers: answered, payload } = await server.send({ url: `/api/${query}`.replace('/api/..', ''), headers })
    t.equal(statusCode, 200, `${query}: ${payload}`)
    t.notOk(answered['service-ignored'], query)
    t.equal(answered['preference-applied'], 'handling=strict')
  }
})

t.test('a program gets the parts of a search that are ignored, or has them refused', async (t) => {
  const { api } = await build(t)
  const told: unknown[] = []
  await unchecked(api, 'items').search({ per_page: 'x' }, { onIgnored: (keys) => { told.push(...keys) } })
  t.same(told, [{ key: 'per_page', value: 'x', problem: '"x" is not a number.' }])
  const refused = await unchecked(api, 'items').search({ sort_by: 'titel' }, { strict: true }).catch((error: unknown) => error)
  t.match(refused, { kind: 'bad-request', errors: { sort_by: ['"titel" is not a sort key here.'] } })
})
