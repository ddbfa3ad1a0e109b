import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { sourceAddress } from '../../../../api/move/mirror/source/source-address.js'
import { secondsOf } from '../../../../files/remote/retry-after.js'
import { busyPort, freePort, serve } from '../../../files/fixtures/servers.js'
import { items, media, replay, type Intercept, type Replay } from './fixtures/replay.js'
import { idsOf, reading, type Reading } from './fixtures/reading.js'
import { temporaryFolder } from '../../../helper.js'

const QUICK = { timeout: 300 }
const all = Array.from({ length: 250 }, (_, at) => at + 1)

/** Whether a request reads records of items. */
const readsItems = (url: URL): boolean => url.pathname === '/api/items' && url.searchParams.has('id')

/** A source of 250 items, some of whose answers `fault` gives. */
async function faulty (
  t: Test, fault: (response: ServerResponse, url: URL) => void, { times = Infinity } = {}
): Promise<Replay> {
  return await replay(t, { items: items(250) }, {
    intercept: (url, _request, response) => {
      if (!readsItems(url) || times <= 0) return false
      times--
      fault(response, url)
      return true
    }
  })
}

async function read (t: Test, source: Replay): Promise<Reading> {
  return await reading(t, source.address, QUICK)
}

const html = (response: ServerResponse): void => { response.setHeader('content-type', 'text/html').end('<h1>Maintenance</h1>') }
const status = (code: number) => (response: ServerResponse): void => { response.writeHead(code).end('no') }
const cut = (response: ServerResponse): void => { response.setHeader('content-type', 'application/ld+json').end('[{"o:id": 1, "o:ti') }
const short = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': 5000 })
  response.write('[{"o:id"', () => { response.destroy() })
}
const long = (response: ServerResponse): void => { response.writeHead(200, { 'content-length': 1 }).end('[]') }
const silent = (): void => {}
const stalled = (response: ServerResponse): void => { response.writeHead(200).write('[') }
const broken = (response: ServerResponse): void => { response.destroy() }
const bomb = gzipSync(Buffer.alloc(80_000_000, ' '))
const inflated = (response: ServerResponse): void => { response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb) }
const damaged = (response: ServerResponse): void => { response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip') }

for (const [name, fault] of Object.entries({
  HTML: html,
  'an error': status(500),
  'cut JSON': cut,
  'less than announced': short,
  'more than announced': long,
  silence: silent,
  'a stalled body': stalled,
  'a broken connection': broken,
  'damaged gzip': damaged,
  'a gzip bomb': inflated
})) {
  t.test(`${name} in the middle passes`, async (t) => {
    const source = await faulty(t, fault, { times: 2 })
    const found = await read(t, source)
    t.same(idsOf(found, 'o:Item'), all)
    t.same(found.problems, [])
  })
}

for (const [name, fault, message] of [
  ['a broken connection', broken, /\/api\/items\?id=\S+: (?:socket hang up|.*ECONNRESET)/],
  ['a record of another type', (response: ServerResponse, url: URL) => {
    const id = Number(url.searchParams.get('id')!.split(',')[0])
    response.end(JSON.stringify([{ '@id': `x/api/items/${id}`, '@type': 'o:Asset', 'o:id': id }]))
  }, /expected the "@type" o:Item of items\/\d+, not "o:Asset"/],
  ['an address of another record', (response: ServerResponse, url: URL) => {
    const id = Number(url.searchParams.get('id')!.split(',')[0])
    response.end(JSON.stringify([{ '@id': 'x/api/items/9999', '@type': 'o:Item', 'o:id': id }]))
  }, /expected an "@id" that ends with \/items\/\d+, not "x\/api\/items\/9999"/],
  ['an id that is none', (response: ServerResponse) => {
    response.end(JSON.stringify([{ '@id': 'x/api/items/-1', '@type': 'o:Item', 'o:id': -1 }]))
  }, /expected a whole number from 1 as "o:id", not -1/],
  ['an object instead of a list', (response: ServerResponse) => { response.end('{"o:id": 1}') }, /expected a list of items/],
  ['redirects in circles', (response: ServerResponse, url: URL) => {
    response.writeHead(302, { location: url.href }).end()
  }, /leads on and on: more than 5 redirects/]
] as const) {
  t.test(`${name}, always, is reported`, async (t) => {
    const source = await faulty(t, fault)
    await t.rejects(read(t, source), { name: 'SourceError', message })
  })
}

t.test('a source that keeps failing is reported, and read from there when it works again', async (t) => {
  let isFailing = true
  const source = await replay(t, { items: items(250) }, {
    intercept: (url, _request, response) => {
      const isItem = isFailing && (readsItems(url) || url.pathname.startsWith('/api/items/'))
      if (isItem) status(503)(response)
      return isItem
    }
  })
  const folder = await temporaryFolder(t)
  await t.rejects(reading(t, source.address, { folder }), { message: /answered 503 Service Unavailable/ })
  isFailing = false
  t.same(idsOf(await reading(t, source.address, { folder }), 'o:Item'), all)
})

t.test('a record that the source cannot show is reported, and the others are imported', async (t) => {
  const source = await replay(t, { items: items(250) }, {
    intercept: (url, _request, response) => {
      const isBad = url.pathname === '/api/items/77' || url.searchParams.get('id')?.split(',').includes('77') === true
      if (isBad) status(500)(response)
      return isBad
    }
  })
  const found = await read(t, source)
  t.same(idsOf(found, 'o:Item'), all.filter((id) => id !== 77))
  t.match(found.problems, [{ resource: 'items', id: 77, reason: /\/api\/items\/77 answered 500/ }])
})

t.test('a source that is able to give little at once is asked for less', async (t) => {
  const source = await faulty(t, () => {}, { times: 0 })
  const limited = await replay(t, source.collection, {
    intercept: (url, _request, response) => {
      const isMuch = (url.searchParams.get('id')?.split(',').length ?? 0) > 20
      if (isMuch) status(504)(response)
      return isMuch
    }
  })
  t.same(idsOf(await read(t, limited), 'o:Item'), all)
})

t.test('lists without an end are reported', async (t) => {
  const source = await replay(t, { items: items(3) }, {
    intercept: (url, _request, response) => {
      if (url.pathname !== '/api/items' || !url.searchParams.has('return_scalar')) return false
      response.setHeader('omeka-s-total-results', '3')
      response.write('{"1":null')
      let id = 2
      const more = (): void => {
        if (response.destroyed) return
        response.write(Array.from({ length: 1000 }, () => `,"${id++}":null`).join(''), more)
      }
      more()
      return true
    }
  })
  // Without the short limit for silence, which a busy machine might exceed while it reads megabytes.
  await t.rejects(reading(t, source.address), { message: /return_scalar=modified\S* is larger than \d+ bytes/ })
})

t.test('scalars that are cut short are read again, and reported', async (t) => {
  const source = await replay(t, { items: items(3) }, {
    intercept: (url, _request, response) => {
      if (url.pathname !== '/api/items' || !url.searchParams.has('return_scalar')) return false
      response.setHeader('content-type', 'application/json').end('{"1":null,"2":nul')
      return true
    }
  })
  await t.rejects(read(t, source), { message: /answered 17 bytes that are not whole JSON/ })
})

t.test('the source may ask for time', async (t) => {
  const source = await faulty(t, (response) => { response.writeHead(429, { 'retry-after': '1' }).end() }, { times: 1 })
  const found = await read(t, source)
  t.same(idsOf(found, 'o:Item'), all)
  t.match(found.notices, [/answered 429 Too Many Requests, and asks to wait 1 seconds\./])
  t.equal(secondsOf('120'), 120)
  t.equal(secondsOf('Fri, 31 Dec 1999 23:59:59 GMT', Date.parse('1999-12-31T23:59:29Z')), 30)
  t.equal(secondsOf('soon'), undefined)
})

t.test('the key does not leave the source', async (t) => {
  const key = { identity: 'i', credential: 'CREDENTIAL' }
  const seen: string[] = []
  const elsewhere = await serve(t, (request, response) => {
    seen.push(request.url!)
    response.end('a picture')
  })
  const picture = media(500, 1, Buffer.from('a picture'))
  const intercept: Intercept = (url, _request, response) => {
    if (url.pathname !== '/files/leads-away') return false
    response.writeHead(302, { location: `${elsewhere}/stolen?${url.searchParams.toString()}` }).end()
    return true
  }
  const source = await replay(t, { items: items(1), media: [picture.record] }, { key, intercept })
  picture.record['o:original_url'] = '<base>/files/leads-away'
  const found = await reading(t, source.address, { key, allowsPrivate: true })
  t.same(found.problems, [])
  t.same(seen, ['/stolen'])

  const leading = await replay(t, { items: items(1) }, {
    key,
    intercept: (url, _request, response) => {
      if (url.pathname !== '/api/items') return false
      response.writeHead(307, { location: `${elsewhere}${url.pathname}${url.search}` }).end()
      return true
    }
  })
  const refused = await reading(t, leading.address, { key }).catch((error: Error) => error.message)
  t.match(refused, /leads to http:\/\/127\.0\.0\.1:\d+\/api\/items\S*, another place\./)
  t.notMatch(refused, /CREDENTIAL/)
  t.equal(seen.length, 1)
})

t.test('an address without an API is reported at once', async (t) => {
  const site = await serve(t, (_request, response) => { html(response) })
  await t.rejects(reading(t, `${site}/api`), { message: /answered no list of resource types/ })
  const moved = await serve(t, (_request, response) => { response.writeHead(301, { location: `${site}/omeka/api/api_resources` }).end() })
  await t.rejects(reading(t, `${moved}/api`), {
    message: new RegExp(`leads to ${site}/omeka/api/api_resources, another place\\.`)
  })
  await t.rejects(reading(t, `http://127.0.0.1:${await freePort()}/api`), { message: /ECONNREFUSED/ })
  t.throws(() => sourceAddress('ftp://example.org/api'), { message: /is not a web address/ })
  t.throws(() => sourceAddress('old.example'), { message: /is not an address/ })
  t.throws(() => sourceAddress('https://ada:secret@old.example/api'), { message: 'The address must not contain a name or a password.' })
})

t.test('a host to which no connection can be established is given up sooner than one that answers slowly', async (t) => {
  const limits = { connectTimeout: 1000, timeout: 60_000, attempts: 1 }
  const port = await busyPort(t)
  await t.rejects(reading(t, `http://127.0.0.1:${port}/api`, limits), { message: /no connection within 1 seconds/ })

  const file = media(501, 1, Buffer.from('a picture'))
  file.record['o:original_url'] = `http://127.0.0.1:${port}/picture.jpg`
  const slow = await replay(t, { items: items(1), media: [file.record] }, {
    intercept: async (url) => {
      if (url.pathname === '/api/api_resources') await pause(1.5 * limits.connectTimeout)
      return false
    }
  })
  const found = await reading(t, slow.address, { ...limits, allowsPrivate: true })
  t.same(idsOf(found, 'o:Item'), [1])
  t.match(found.problems, [{ resource: 'media', id: 501, reason: /no connection within 1 seconds/ }])
})

t.test('a slow file, a file without an end, and one elsewhere in the private network are left out', async (t) => {
  const bytes = Buffer.from('a picture')
  const [hanging, endless, hidden] = [media(501, 1, bytes), media(502, 1, bytes), media(503, 1, bytes)]
  hidden.record['o:original_url'] = await serve(t, (_request, response) => { response.end('secret') })
  const source = await replay(t, { items: items(1), media: [hanging.record, endless.record, hidden.record] }, {
    intercept: (url, _request, response) => {
      if (url.pathname.endsWith(hanging.name)) {
        response.write('a')
        return true
      }
      if (!url.pathname.endsWith(endless.name)) return false
      const more = (): void => { if (!response.destroyed) response.write(Buffer.alloc(65536), more) }
      more()
      return true
    }
  })
  const found = await reading(t, source.address, { ...QUICK, attempts: 1 })
  t.match(found.problems, [
    { resource: 'media', id: 501, reason: /sends nothing for 0\.3 seconds/ },
    { resource: 'media', id: 502, reason: /is larger than 1000000 bytes/ },
    { resource: 'media', id: 503, reason: /127\.0\.0\.1:\d+\/ has a private address/ }
  ])
})
