import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open } from '../../../app.js'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { BusyError } from '../../../api/core/calls/errors.js'
import type { ItemQuery } from '../../../api/resources/built-in.js'
import type { ItemInput } from '../../../schemas/resources/items.js'
import { keptIn } from '../../database.js'
import { temporaryFolder, title, WITHOUT_THREADS } from '../../helper.js'
import { standalone as build, type Collection as Server } from './standalone.js'
import { Person } from '../person.js'

const PASSWORD = 'a quiet glass case'
const HOSTILE = '"><script>alert(1)</script>\'&'

const make = async ({ api }: Pick<Server, 'api'>, item: ItemInput): Promise<number> =>
  Number((await api.items.create(item, { actor: OPERATOR })).id)

/** A few works: by a person who is an item, of the sea (once with a blank before it) or of the land. */
async function works (server: Server): Promise<{ person: number, set: number }> {
  const person = await make(server, title('Ada Marsh'))
  const set = Number((await server.api.itemSets.create(title('Drawings'), { actor: OPERATOR })).id)
  for (let number = 1; number <= 30; number++) {
    await make(server, {
      ...title(`Work ${String(number).padStart(2, '0')}`),
      'o:resource_class': { 'o:id': 33 },
      'dcterms:creator': [{ type: 'resource:item', value_resource_id: person }],
      'dcterms:subject': [{ '@value': number === 3 ? ' sea' : number % 3 === 0 ? 'sea' : 'land' }],
      ...(number <= 5 && { 'o:item_set': [{ 'o:id': set }] })
    })
  }
  return { person, set }
}

const count = (page: string, text: RegExp): number => page.match(new RegExp(text, 'g'))?.length ?? 0

t.test('an empty collection says so, and what to do next', async (t) => {
  const { app, api } = await build(t)
  const page = await app.inject('/')
  t.equal(page.statusCode, 200)
  t.match(page.payload, 'There is nothing here yet')
  t.match(page.payload, '<meta name="robots" content="noindex">')
  t.notMatch(page.payload, '/admin/import')

  for (const role of ['global_admin', 'editor'] as const) {
    const email = `${role}@example.org`
    await api.accounts.createUser({ email, name: role, role, password: PASSWORD })
    const person = new Person(app)
    await person.get('/login')
    await person.post('/login', { email, password: PASSWORD })
    for (const [language, button] of [['en', 'Import'], ['fr', 'Importation'], ['de', 'Import'], ['es', 'Importación']] as const) {
      const { payload } = await person.get('/', { 'accept-language': language })
      const panel = /<section class="case panel empty">[^]*<\/section>/.exec(payload)![0]
      const links = [...panel.matchAll(/href="([^"#]*)[^"]*">([^<]*)/g)].map(([, href, text]) => [href, text])
      t.match(links[0], role === 'editor' ? [/user.*edit/] : ['/admin/import', button], `${role} in ${language}`)
      t.equal(links.at(-1)![0], '/api-docs', 'the API comes last')
      t.equal(links.length, role === 'editor' ? 2 : 3)
    }
  }
})

t.test('the start page shows the collection, with facets, in parts', async (t) => {
  const server = await build(t)
  const { person } = await works(server)
  const { payload: first } = await server.app.inject('/')
  t.match(first, '31 items')
  t.equal(count(first, /<li class="card/), 24)
  t.match(first, 'name="robots" content="index, follow"')
  t.match(first, `href="/?dcterms:creator=item/${person}"`)
  t.match(first, /href="\/\?dcterms:subject=sea"[^>]*><span dir="auto">sea<\/span> <span class="number-of">10</)
  t.match(first, 'href="/?page=2"')
  const { payload: second } = await server.app.inject('/?page=2')
  t.equal(count(second, /<li class="card/), 7)
  const { payload: beyond } = await server.app.inject('/?page=99')
  t.match(beyond, 'The list ends with page 2.')
})

t.test('pages do without the usual facets when these cannot be chosen, which not every page tries', async (t) => {
  const server = await build(t)
  await works(server)
  const { items } = server.api
  const search = items.search.bind(items) as (...given: unknown[]) => Promise<never>
  let samples = 0
  Object.assign(items, {
    async search (query: ItemQuery, ...more: unknown[]) {
      // Only the sample by which facets are chosen has this order.
      if (query.sort_by !== 'id') return await search(query, ...more)
      samples++
      throw new BusyError('The server is busy.')
    }
  })
  for (const address of ['/', '/?page=2', '/']) {
    const { statusCode, payload } = await server.app.inject(address)
    t.equal(statusCode, 200)
    t.match(payload, 'facet-resource_class_id')
    t.notMatch(payload, 'facet-dcterms')
  }
  t.equal(samples, 1)
})

t.test('chosen facets narrow the list down, and each can be removed', async (t) => {
  const server = await build(t)
  const { person, set } = await works(server)
  const { payload: page } = await server.app.inject(`/?set=${set}&dcterms:creator=item/${person}&dcterms:subject=sea`)
  t.match(page, '1 item')
  t.match(page, 'Work 03')
  t.match(page, /<span class="of">Item set<\/span> <span dir="auto">Drawings</)
  t.match(page, /<span class="of">Creator<\/span> <span dir="auto">Ada Marsh</)
  t.match(page, `href="/?dcterms:creator=item/${person}&amp;dcterms:subject=sea"`, 'without the set')
  t.match(page, 'content="noindex"', 'combinations are not for search engines')
})

t.test('words are searched for in the full text, and a page says when nothing is found', async (t) => {
  const server = await build(t)
  await works(server)
  t.match((await server.app.inject('/?q=marsh')).payload, /1 item.*for “marsh”/s)
  const { payload: none } = await server.app.inject('/?q=unicorn')
  t.match(none, 'Nothing found')
  t.match(none, 'Show everything')
})

t.test('of very many words, the first ones are searched for, and shown in the field', async (t) => {
  const server = await build(t)
  await works(server)
  const words = `sea ${'\u{1F5FF}'.repeat(2000)}`
  const { statusCode, payload } = await server.app.inject(`/?q=${encodeURIComponent(words)}`)
  t.equal(statusCode, 200)
  t.match(payload, `value="${[...words].slice(0, 1000).join('')}"`)
  t.match(payload, '10 items')
})

t.test('the page is shown for any parameters', async (t) => {
  const server = await build(t)
  await works(server)
  const addresses = [
    'page=0', 'page=-1', 'page=9999999', 'page=x', 'page[]=1', 'q[]=x', 'q=%00', 'q=%22', 'q=%2B%2B-(', `q=${'x'.repeat(5000)}`,
    'set=abc', 'set=99999999999', 'class=nothing', 'class=dcterms:none', 'sort=relevance', 'sort=nonsense', 'view=x',
    'dcterms:subject=', 'dcterms:subject[]=a&dcterms:subject[]=b', 'dcterms:subject[x][y]=1', 'dcterms:nothing=1', 'no:such=1',
    'dcterms:creator=item/999999', 'dcterms:creator=item/0', '__proto__=1', 'lang=xx', 'key_identity=a&key_credential=b',
    Array.from({ length: 90 }, (_, at) => `dcterms:subject[]=${at}`).join('&')
  ]
  for (const query of addresses) {
    const answer = await server.app.inject(`/?${query}`)
    t.ok([200, 400].includes(answer.statusCode), `${query.slice(0, 60)}: ${answer.statusCode}`)
    t.match(answer.headers['content-type'], 'text/html')
  }
  for (const path of ['/items/x', '/items/0', '/items/1e3', '/items/999999999999999999999', '/item-sets/%00', '/media/-1']) {
    t.equal((await server.app.inject(path)).statusCode, 404, path)
  }
})

t.test('an item shows its values under their labels, its set, what links to it, and other formats', async (t) => {
  const server = await build(t)
  const { person, set } = await works(server)
  const { payload: page } = await server.app.inject(`/items/${person + 2}`)
  t.match(page, '<h1 dir="auto">Work 01</h1>')
  t.match(page, `<a class="linked" href="/items/${person}">Ada Marsh</a>`)
  t.match(page, `href="/item-sets/${set}"`)
  t.match(page, `href="/api/items/${person + 2}?format=turtle"`)
  t.match(page, `<link rel="alternate" type="text/turtle" title="Turtle" href="/api/items/${person + 2}?format=turtle">`)
  t.match(page, `" title="IIIF" href="/iiif/3/${person + 2}/manifest">`)
  t.match(page, `<a href="/iiif/3/${person + 2}/manifest" type="application/ld+json;profile=&quot;http://iiif.io/`)
  t.match((await server.app.inject(`/item-sets/${set}`)).payload, `" title="IIIF" href="/iiif/3/${set}/collection">`)
  t.match(page, `<link rel="canonical" href="http://localhost:80/items/${person + 2}">`.replace(':80', ''))
  const { payload: linked } = await server.app.inject(`/items/${person}`)
  t.match(linked, 'Linked from')
  t.match(linked, /Creator <span class="number-of">30</)
  t.match(linked, `href="/items/${person}?linked=dcterms:creator&amp;page=3#linked-dcterms-creator"`)
  const { payload: third } = await server.app.inject(`/items/${person}?linked=dcterms:creator&page=3`)
  t.equal(count(third, /<li><a class="linked"/), 6)
})

t.test('search engines learn the addresses and types of what a record names, beside their labels', async (t) => {
  const { app, api } = await build(t)
  const person = await make({ api }, title('Ada Marsh'))
  const uri = (address: string, label?: string): object => ({ type: 'uri', '@id': address, ...(label && { 'o:label': label }) })
  const item = await make({ api }, {
    ...title('Nocturne'),
    'dcterms:creator': [{ type: 'resource:item', value_resource_id: person }, uri('https://viaf.org/viaf/7', 'Bo Reed'), { '@value': 'C. Fen' }],
    'dcterms:subject': [uri('urn:subject: sea', 'Sea'), uri('no-scheme', 'Land')],
    'dcterms:language': [uri('http://id.loc.gov/vocabulary/iso639-2/fre', 'French')],
    'dcterms:license': [uri('https://example.org/by/4.0/', 'CC BY 4.0'), uri('https://example.org/zero/')],
    'dcterms:identifier': [uri('https://doi.org/10.1/x', '10.1/x')],
    'dcterms:date': [uri('https://example.org/periods/1', '1924')]
  } as ItemInput)
  const { payload } = await app.inject(`/items/${item}`)
  const [, data] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(payload)!
  t.match(JSON.parse(data!), {
    '@id': `http://localhost/items/${item}`,
    creator: [
      { '@id': `http://localhost/items/${person}`, name: 'Ada Marsh' },
      { '@id': 'https://viaf.org/viaf/7', name: 'Bo Reed' },
      'C. Fen'
    ],
    about: [{ '@type': 'Thing', '@id': 'urn:subject:%20sea', name: 'Sea' }, 'Land'],
    inLanguage: [{ '@type': 'Language', '@id': 'http://id.loc.gov/vocabulary/iso639-2/fre', name: 'French' }],
    license: [
      { '@type': 'CreativeWork', '@id': 'https://example.org/by/4.0/', name: 'CC BY 4.0' }, 'https://example.org/zero/'
    ],
    identifier: { '@type': 'PropertyValue', '@id': 'https://doi.org/10.1/x', name: '10.1/x' },
    dateCreated: ['1924']
  })
})

t.test('whom hundreds of items name shows how many do, by which property, and the latest title of each', async (t) => {
  const server = await build(t)
  const person = await make(server, { ...title('Ada Marsh'), 'dcterms:description': [{ '@value': 'Painter' }] })
  const link = [{ type: 'resource:item', value_resource_id: person }]
  const { outcomes } = await server.api.items.batchCreate(Array.from({ length: 260 }, (_, at) => ({
    ...title(`Work ${at}`), [at % 2 === 0 ? 'dcterms:creator' : 'dcterms:contributor']: link
  })), { actor: OPERATOR })
  const shown = async (): Promise<string> => (await server.app.inject(`/items/${person}`)).payload
  const page = await shown()
  t.match(page, 'Painter')
  t.match(page, /Creator <span class="number-of">130</)
  t.match(page, /Contributor <span class="number-of">130</)
  const [first] = outcomes
  const id = first?.ok === true ? first.id : 0
  await server.api.items.update(id, { ...title('Renamed'), 'dcterms:creator': link }, { actor: OPERATOR, partial: true })
  t.match(await shown(), new RegExp(`href="/items/${id}">(<[^>]+>)*Renamed<`))
  await server.api.items.delete(id, { actor: OPERATOR })
  t.match(await shown(), /Creator <span class="number-of">129</)
  const third = outcomes[2]?.ok === true ? outcomes[2].id : 0
  await server.api.items.update(
    third, { ...title('Work 2'), 'dcterms:publisher': link }, { actor: OPERATOR, partial: true }
  )
  const moved = await shown()
  t.match(moved, /Creator <span class="number-of">128</)
  t.match(moved, /Publisher <span class="number-of">1</)
  await server.api.items.update(
    person, { ...title('Ada Marsh'), 'dcterms:description': [{ '@value': 'Sculptor' }] }, { actor: OPERATOR, partial: true }
  )
  t.match(await shown(), 'Sculptor')
})

t.test('the labels and the order of a template hold', async (t) => {
  const server = await build(t)
  const { id } = await server.api.resource('resource_templates').create({
    'o:label': 'Drawing',
    'o:resource_template_property': [
      { 'o:property': { 'o:id': 2 }, 'o:alternate_label': 'Drawn by' }, { 'o:property': { 'o:id': 1 } }
    ]
  }, { actor: OPERATOR })
  const item = await make(server, {
    ...title('A hand'),
    'dcterms:alternative': [{ '@value': 'Study' }],
    'dcterms:creator': [{ '@value': 'Ada' }],
    'o:resource_template': { 'o:id': Number(id) }
  })
  const { payload } = await server.app.inject(`/items/${item}`)
  t.match(payload, /Drawn by<.*Alternative Title</s)
})

t.test('hostile texts stay texts', async (t) => {
  const server = await build(t)
  const set = Number((await server.api.itemSets.create(title(HOSTILE), { actor: OPERATOR })).id)
  const values: ItemInput = {
    'dcterms:title': [{ '@value': HOSTILE, '@language': HOSTILE }, { '@value': 'second' }],
    'dcterms:description': [{ '@value': `</script>${HOSTILE}` }],
    'dcterms:subject': [{ '@value': HOSTILE }],
    'dcterms:source': [
      { type: 'uri', '@id': ` javascript:alert(1)//${HOSTILE}`, 'o:label': HOSTILE, 'o:lang': HOSTILE },
      { type: 'uri', '@id': `https://example.org/${HOSTILE.replace(/\s/g, '')}` }
    ],
    'o:item_set': [{ 'o:id': set }]
  }
  const [one] = [await make(server, values), await make(server, values)]
  await server.api.installation.set('installation_title', HOSTILE)
  const subject = encodeURIComponent(HOSTILE)
  const pages = ['/', '/?view=list', '/item-sets', `/item-sets/${set}`, `/items/${one}`, `/?q=${subject}`, `/?dcterms:subject=${subject}`, `/items/${subject}`]
  for (const path of pages) {
    const { payload } = await server.app.inject(path)
    t.notMatch(payload, '<script>alert', path)
    t.notMatch(payload, /href="\s*javascript:/i, path)
    t.notMatch(payload, '"><script', path)
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(payload)?.[1]
    if (data !== undefined) t.equal(typeof JSON.parse(data)['@type'], 'string', `metadata of ${path}`)
  }
  const { payload } = await server.app.inject(`/items/${one}`)
  t.equal(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(payload)![1]!).name, HOSTILE)
})

t.test('private records have a page for users who may see them, and 404 for others', async (t) => {
  const server = await build(t)
  await server.api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor', password: 'a quiet glass case' })
  const set = Number((await server.api.itemSets.create(
    { ...title('Secret drawer'), 'o:is_public': false }, { actor: OPERATOR }
  )).id)
  const hidden = await make(server, { ...title('Secret letter'), 'o:is_public': false, 'dcterms:subject': [{ '@value': 'secret' }] })
  const shown = await make(server, {
    ...title('Open letter'),
    'o:item_set': [{ 'o:id': set }],
    'dcterms:relation': [{ type: 'resource:item', value_resource_id: hidden }],
    'dcterms:provenance': [{ '@value': 'secret price', is_public: false }],
    'dcterms:subject': [{ '@value': 'open' }]
  })
  const private_ = await server.app.inject(`/items/${hidden}`)
  const missing = await server.app.inject('/items/99999')
  t.equal(private_.statusCode, 404)
  t.equal(private_.payload.replaceAll(`/items/${hidden}`, ''), missing.payload.replaceAll('/items/99999', ''))
  t.match(missing.payload, 'There is nothing at this address, or it is not public.')
  for (const path of ['/', '/?view=list', `/?set=${set}`, '/?dcterms:subject=secret', `/items/${shown}`, '/item-sets', `/?dcterms:relation=item/${hidden}`]) {
    t.notMatch((await server.app.inject(path)).payload, /Secret|secret price/, path)
  }
  const ada = new Person(server.app)
  await ada.signIn('ada@example.org', 'a quiet glass case')
  const page = await ada.get(`/items/${hidden}`)
  t.equal(page.statusCode, 200)
  t.match(page.payload, /<span class="tag private">Private<\/span>/)
  t.equal(page.headers['cache-control'], 'no-store')
  t.match(page.payload, 'content="noindex"')
  t.match((await ada.get(`/items/${shown}`)).payload, /secret price<\/span> <span class="tag private">/)
  t.match((await ada.get('/')).payload, 'Secret letter')
  t.notMatch((await server.app.inject('/')).payload, 'Secret', 'what was rendered for somebody is for nobody else')
})

t.test('pages show new writes, and answer 304 without changes', async (t) => {
  const server = await build(t)
  const id = await make(server, title('Before'))
  const first = await server.app.inject(`/items/${id}`)
  t.equal(first.headers['cache-control'], 'public, no-cache')
  t.equal(first.headers['set-cookie'], undefined, 'a visitor gets no cookie')
  const again = await server.app.inject({ url: `/items/${id}`, headers: { 'if-none-match': String(first.headers.etag) } })
  t.equal(again.statusCode, 304)
  await server.api.items.update(id, title('After'), { actor: OPERATOR })
  t.match((await server.app.inject(`/items/${id}`)).payload, 'After')
  t.match((await server.app.inject('/')).payload, 'After')
  await server.api.items.update(id, { 'o:is_public': false }, { actor: OPERATOR, partial: true })
  t.equal((await server.app.inject(`/items/${id}`)).statusCode, 404)
  t.notMatch((await server.app.inject('/')).payload, 'After')
})

t.test('a page that is cached repeats nothing that one visitor sent', async (t) => {
  const server = await build(t)
  const { set } = await works(server)
  for (const path of ['/', `/items/${set}`, '/item-sets', `/item-sets/${set}`]) {
    const odd = await server.app.inject({ url: `${path}?junk=somebody&sort=odd`, headers: { 'x-forwarded-host': 'evil.example' } })
    t.notMatch(odd.payload, /junk|evil/, path)
    t.equal((await server.app.inject(path)).payload, odd.payload)
  }
})

t.test('the setting facets chooses the filters of the page', async (t) => {
  const server = await build(t, { facets: ['dcterms:title', 'dcterms:nothing', 'foaf:name'] })
  await works(server)
  const { payload } = await server.app.inject('/')
  t.match(payload, 'href="/?dcterms:title=Work+01"')
  t.notMatch(payload, 'dcterms:subject=')
  t.match((await server.app.inject('/?dcterms:title=Work+01')).payload, '1 item')
})

t.test('signing in from a page of the collection leads back to it', async (t) => {
  const server = await build(t)
  await server.api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor', password: 'a quiet glass case' })
  await works(server)
  const ada = new Person(server.app)
  const { payload } = await ada.get('/?q=work&page=2')
  const next = /href="\/login\?next=([^"]+)"/.exec(payload)?.[1] ?? ''
  const answer = await ada.signIn('ada@example.org', 'a quiet glass case', { next: decodeURIComponent(next) })
  t.equal(answer.headers.location, '/?q=work&page=2')
  for (const other of ['//evil.example', '/\\evil.example', '/items@evil.example', 'https://evil.example', '/login', '/?\n']) {
    const person = new Person(server.app)
    const { headers } = await person.signIn('ada@example.org', 'a quiet glass case', { next: other })
    t.equal(headers.location, '/admin', other)
  }
})

t.test('below a prefix every address stays below it, and two collections stand side by side', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  app.get('/two', async () => 'the page of the application')
  for (const name of ['one', 'two']) {
    const api = await open({ ...await keptIn(await temporaryFolder(t)), ...WITHOUT_THREADS })
    app.addHook('onClose', async () => { await api.close() })
    await make({ api }, { ...title(`Only in ${name}`), 'o:item_set': [{ 'o:id': Number((await api.itemSets.create(title('A set'), { actor: OPERATOR })).id) }] })
    await app.register(vitrine, { prefix: `/${name}`, api })
  }
  for (const path of ['/one/', '/one/items/2', '/one/item-sets', '/one/item-sets/1', '/one/items/77']) {
    const { payload } = await app.inject(path)
    const local = [...payload.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, address]) => address!)
    t.ok(local.length > 5)
    t.same(local.filter((address) => !address.startsWith('/one/')), [], path)
  }
  t.match((await app.inject('/two/items/2')).payload, 'Only in two')
  t.equal((await app.inject('/two')).payload, 'the page of the application')
  t.match((await app.inject('/two/items')).payload, '1 item', 'the collection begins elsewhere then')
  t.match((await app.inject('/two/items/2')).payload, '<a class="brand" href="/two/items">')
})

t.test('the setting explore turns the pages off', async (t) => {
  const { app } = await build(t, { explore: false })
  for (const path of ['/items', '/items/1', '/item-sets']) t.equal((await app.inject(path)).statusCode, 404, path)
  t.equal((await app.inject('/')).json().api, 'http://localhost/api')
  t.notMatch((await app.inject('/login')).payload, 'href="/"')
})

t.test('at the root of an application the collection begins at /items, for / may be a page of the application', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(vitrine, { data: await temporaryFolder(t), ...WITHOUT_THREADS })
  app.get('/', async () => 'the page of the application')
  t.equal((await app.inject('/')).payload, 'the page of the application')
  t.match((await app.inject('/items')).payload, 'There is nothing here yet')
  t.match((await app.inject('/items?q=x')).payload, 'action="/items"')
})

t.test('a program that accepts JSON gets the address of the API at the start address', async (t) => {
  const { app } = await build(t)
  const answer = await app.inject({ url: '/', headers: { accept: 'application/json' } })
  t.equal(answer.json().api, 'http://localhost/api')
  t.match((await app.inject({ url: '/', headers: { accept: '*/*' } })).headers['content-type'], 'text/html', 'link previews')
})

t.test('the pages are in four languages', async (t) => {
  const server = await build(t)
  await works(server)
  const words = { en: '31 items', fr: '31 objets', de: '31 Objekte', es: '31 objetos' }
  for (const [language, text] of Object.entries(words)) {
    const page = await server.app.inject({ url: '/', headers: { 'accept-language': language } })
    t.match(page.payload, text)
    t.equal(page.headers['content-language'], language)
  }
})

t.test('lists show the beginning of very long texts, and offer no filter that no address can hold', async (t) => {
  const server = await build(t, { facets: ['dcterms:subject'] })
  const long = 'lighthouse '.repeat(20_000)
  for (let at = 0; at < 2; at++) {
    await make(server, {
      ...title(`${long} ${at}`),
      'dcterms:creator': [{ '@value': long }],
      'dcterms:subject': [{ '@value': long }, { '@value': 'sea' }]
    })
  }
  for (const view of ['grid', 'list']) {
    const { payload } = await server.app.inject(`/?view=${view}`)
    t.match(payload, 'lighthouse lighthouse …')
    t.match(payload, 'dcterms:subject=sea')
    t.ok(payload.length < long.length, `${payload.length} characters`)
  }
})
