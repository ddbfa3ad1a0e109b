import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { date, item, items, media, replay, type Recorded } from './fixtures/replay.js'
import { idsOf, reading } from './fixtures/reading.js'
import { temporaryFolder } from '../../../helper.js'

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at)

t.test('a source is read whole, in the order of types and ids', async (t) => {
  const source = await replay(t, { items: items(230).reverse(), item_sets: [item(900)], vocabularies: [{ 'o:id': 1 }] })
  const read = await reading(t, source.address)
  t.same(read.records.map((record) => record['@type']).filter((type, at, all) => type !== all[at - 1]),
    ['o:Vocabulary', 'o:ItemSet', 'o:Item'])
  t.same(idsOf(read, 'o:Item'), range(1, 230))
  t.same(read.leftOut.map(({ resource }) => resource), ['users'])
})

t.test('the address may leave out the end', async (t) => {
  const source = await replay(t, { items: items(1) })
  const read = await reading(t, `${source.address.replace('/api', '')}/`)
  t.same(idsOf(read, 'o:Item'), [1])
})

t.test('a second run asks for what has changed, and finds what is gone', async (t) => {
  const collection = { items: items(250), vocabularies: [{ 'o:id': 1 }] as Recorded[] }
  const source = await replay(t, collection)
  const folder = await temporaryFolder(t)
  const first = await reading(t, source.address, { folder })
  t.equal(idsOf(first, 'o:Item').length, 250)
  source.requests.length = 0
  const unchanged = await reading(t, source.address, { folder })
  t.same(unchanged.records, [])
  t.same(source.requests.filter((request) => /items\?id=|items\/\d/.test(request)), [])

  collection.items.splice(99, 1)
  collection.items[0] = item(1, { 'o:title': 'Changed', 'o:modified': date('2024-06-01T00:00:00+00:00') })
  collection.items.push(item(251))
  collection.vocabularies[0] = { 'o:id': 1, 'o:label': 'Changed' }
  const second = await reading(t, source.address, { folder })
  t.match(second.records, [
    { '@type': 'o:Vocabulary', 'o:id': 1, 'o:label': 'Changed' },
    { '@type': 'o:Item', 'o:id': 1, 'o:title': 'Changed' },
    { '@type': 'o:Item', 'o:id': 251 },
    { '@type': 'vitrine:Deletion', resource: 'items', 'o:id': 100 }
  ])
  t.equal(second.records.length, 4)

  collection.items[1] = item(2, { 'o:title': 'Changed without a trace' })
  t.same((await reading(t, source.address, { folder })).records, [])
  const full = await reading(t, source.address, { folder, full: true })
  t.equal(idsOf(full, 'o:Item').length, 250, 'all, where there is no collection to compare them with')
  t.match(full.records.find((record) => record['@type'] === 'o:Item' && record['o:id'] === 2), {
    'o:title': 'Changed without a trace'
  })
  collection.items.pop()
  t.same((await reading(t, source.address, { folder, keepMissing: true })).records, [])
  t.match((await reading(t, source.address, { folder })).records, [{ '@type': 'vitrine:Deletion', 'o:id': 251 }])
})

t.test('an older source without scalars, filters and orders is read page by page', async (t) => {
  const collection = { items: items(230).reverse() }
  const source = await replay(t, collection, { ignores: ['return_scalar', 'id', 'sort_by'] })
  const folder = await temporaryFolder(t)
  t.same(idsOf(await reading(t, source.address, { folder }), 'o:Item'), range(1, 230))
  collection.items.shift()
  collection.items[0] = item(229, { 'o:title': 'Changed', 'o:modified': date('2024-06-01T00:00:00+00:00') })
  t.match((await reading(t, source.address, { folder })).records, [
    { 'o:id': 229, 'o:title': 'Changed' }, { '@type': 'vitrine:Deletion', 'o:id': 230 }
  ])
})

t.test('a source that knows scalars, but not the filter by id, is read page by page', async (t) => {
  const collection = { items: items(230) }
  const source = await replay(t, collection, { ignores: ['id'] })
  const folder = await temporaryFolder(t)
  t.same(idsOf(await reading(t, source.address, { folder }), 'o:Item'), range(1, 230))
  collection.items.splice(0, 20)
  const second = await reading(t, source.address, { folder })
  t.same(second.records.map((record) => record['o:id']), range(1, 20))
})

t.test('pages that shift while they are read lose nothing', async (t) => {
  const collection = { items: items(300) }
  let pages = 0
  const source = await replay(t, collection, {
    ignores: ['return_scalar', 'id'],
    // A record of an earlier page is deleted, so a record of the next page moves up to a page that was already read.
    intercept: (url) => {
      if (url.pathname === '/api/items' && url.searchParams.get('page') === '2' && ++pages === 1) collection.items.shift()
      return false
    }
  })
  const read = await reading(t, source.address)
  t.same(idsOf(read, 'o:Item'), range(2, 300))
})

t.test('resources that appear and vanish during the reading are mirrored correctly', async (t) => {
  const collection = { items: items(250) }
  let isChanged = false
  const source = await replay(t, collection, {
    intercept: (url) => {
      if (url.searchParams.has('id') && !isChanged) {
        isChanged = true
        collection.items = [...collection.items.filter((record) => ![7, 249].includes(record['o:id'])), item(300)]
      }
      return false
    }
  })
  const read = await reading(t, source.address)
  t.same(idsOf(read, 'o:Item'), [...range(1, 250).filter((id) => id !== 7 && id !== 249), 300])
})

t.test('a list that changes during every reading is reported', async (t) => {
  let total = 1000
  const source = await replay(t, { items: items(30) }, {
    intercept: (url, _request, response) => {
      if (url.pathname !== '/api/items') return false
      response.setHeader('omeka-s-total-results', String(total++))
      response.setHeader('content-type', 'application/ld+json')
      response.end(JSON.stringify(Object.fromEntries(range(1, 30).map((id) => [id, null]))))
      return true
    }
  })
  await t.rejects(reading(t, source.address), {
    name: 'SourceError', message: /\/api\/items announces \d+ records, and lists 30: the list does not settle/
  })
})

t.test('files are fetched and checked; missing ones are reported', async (t) => {
  const bytes = Buffer.from('a picture')
  const [good, gone, altered, elsewhere] = [11, 12, 13, 14].map((id) => media(id, 1, bytes))
  const collection = { items: items(1), media: [good, gone, altered, elsewhere].map((one) => one!.record) }
  elsewhere!.record['o:filename'] = 'sorted/into/Folders.PNG'
  const source = await replay(t, collection)
  source.files.set(`original/${good!.name}`, bytes)
  source.files.set(`original/${altered!.name}`, Buffer.from('a virus!!'))
  source.files.set(`original/${elsewhere!.name}`, bytes)
  const folder = await temporaryFolder(t)
  const read = await reading(t, source.address, { folder })
  const stored = (name: string): string => path.join(folder, 'collection.files/original', name)
  t.equal(readFileSync(stored(good!.name), 'utf8'), 'a picture')
  t.match(read.problems, [
    { resource: 'media', id: 12, reason: /answered 404 Not Found$/ },
    { resource: 'media', id: 13, reason: /has another checksum \(SHA-256\) than its record says$/ }
  ])
  t.equal(read.problems.length, 2)
  t.notOk(existsSync(stored(altered!.name)))
  const { 'o:filename': renamed } = read.records.find((record) => record['o:id'] === 14)!
  t.match(renamed, /^[0-9a-f]{40}\.png$/)
  t.ok(existsSync(stored(String(renamed))))
})

t.test('files whose names have special characters of addresses are fetched; a missing one is reported', async (t) => {
  const bytes = Buffer.from('a picture')
  const names = [
    '100% wool.jpg', 'Nr. #7.jpg', 'why?.jpg', '100%20wool.jpg', 'a b/Größe.jpg', 'half \ud800.jpg', '50% gone.jpg', 'plain.jpg'
  ]
  const records = names.map((name, at) => media(11 + at, 1, bytes, {
    'o:filename': name,
    // The reference puts names into addresses as they are; others encode them.
    'o:original_url': `<base>/files/original/${name === 'plain.jpg' ? 'pl%61in.jpg' : name}`
  }).record)
  const film = media(30, 1, bytes, {
    'o:filename': '5% v1.2.mp4',
    'o:media_type': 'video/mp4',
    'o:original_url': '<base>/files/original/5% v1.2.mp4',
    'o:thumbnail_urls': Object.fromEntries(['large', 'medium', 'square']
      .map((size) => [size, `<base>/files/${size}/5% v1.2.jpg`]))
  }).record
  const odd = media(31, 1, bytes, { 'o:original_url': '<base>/files/original/%zz%.jpg' }).record
  const source = await replay(t, { items: items(1), media: [...records, film, odd] }, {
    intercept: (url, _request, response) => {
      if (!url.pathname.startsWith('/files/') || url.pathname.includes('%zz')) return false
      const file = source.files.get(decodeURIComponent(url.pathname.slice('/files/'.length)))
      if (file === undefined) return false
      response.end(file)
      return true
    }
  })
  for (const name of names) if (!name.startsWith('50%')) source.files.set(`original/${name.replace('\ud800', '\ufffd')}`, bytes)
  source.files.set('original/5% v1.2.mp4', bytes)
  for (const size of ['large', 'medium', 'square']) source.files.set(`${size}/5% v1.2.jpg`, bytes)
  const read = await reading(t, source.address)
  t.match(read.problems, [
    { resource: 'media', id: 17, reason: /\/files\/original\/50% gone\.jpg answered 404 Not Found$/ },
    { resource: 'media', id: 31, reason: /\/files\/original\/%zz%\.jpg answered 404 Not Found$/ }
  ])
  t.equal(read.problems.length, 2)
  t.equal(idsOf(read, 'o:Media').length, 10)
})

t.test('a file that was missing comes when it is there again', async (t) => {
  const bytes = Buffer.from('a picture')
  const picture = media(11, 1, bytes)
  const source = await replay(t, { items: items(1), media: [picture.record] })
  const folder = await temporaryFolder(t)
  const first = await reading(t, source.address, { folder })
  t.match(first.records.at(-1), { 'o:id': 11, 'o:original_url': null })
  t.match(await reading(t, source.address, { folder }), { records: [{ 'o:id': 11, 'o:original_url': null }] })
  source.files.set(`original/${picture.name}`, bytes)
  const again = await reading(t, source.address, { folder })
  t.match(again.records, [{ 'o:id': 11, 'o:original_url': /png$/ }])
  t.same((await reading(t, source.address, { folder })).records, [])
})

t.test('types of modules are left out, with how many there are', async (t) => {
  const source = await replay(t, { items: items(1), mapping_features: [{ 'o:id': 1 }, { 'o:id': 2 }] }, {
    modules: ['mapping_features']
  })
  const { leftOut } = await reading(t, source.address)
  t.match(leftOut, [{ resource: 'mapping_features', records: 2, reason: 'a type that a module adds' }, { resource: 'users' }])
})

t.test('a key shows more and is never stored; a mirror with a key does not continue without it', async (t) => {
  const key = { identity: 'iiiiiiiiIDENTITY', credential: 'ccccccccCREDENTIAL' }
  const source = await replay(t, { items: items(1), users: [{ 'o:id': 1 }] }, { key })
  const folder = await temporaryFolder(t)
  const read = await reading(t, source.address, { folder, key })
  t.same(idsOf(read, 'o:User'), [1])
  t.same(read.leftOut, [])
  for (const name of ['state.db', 'state.db-wal']) {
    const file = path.join(folder, name)
    if (existsSync(file)) t.notMatch(readFileSync(file, 'latin1'), /IDENTITY|CREDENTIAL/)
  }
  await t.rejects(reading(t, source.address, { folder }), {
    message: /was read with the rights of an administrator, and now shows less.*Give the same key again/
  })
  await t.rejects(reading(t, source.address, { key: { ...key, credential: 'other' } }), {
    message: /does not accept the key: it treats us as anonymous/
  })
})

t.test('resources that were read before an interruption are not read again', async (t) => {
  let isBroken = true
  const source = await replay(t, { items: items(1000) }, {
    intercept: (url, _request, response) => {
      const isLate = url.searchParams.get('id')?.startsWith('601,') === true
      if (isLate && isBroken) response.destroy()
      return isLate && isBroken
    }
  })
  const folder = await temporaryFolder(t)
  await t.rejects(reading(t, source.address, { folder }), { name: 'SourceError', failure: 'connection' })
  isBroken = false
  source.requests.length = 0
  const read = await reading(t, source.address, { folder })
  t.same(idsOf(read, 'o:Item'), range(1, 1000))
  t.notOk(source.requests.some((request) => request.includes('id=1%2C')))
})

t.test('a run that is stopped ends at once', async (t) => {
  const stopping = new AbortController()
  const source = await replay(t, { items: items(10) }, {
    intercept: (url) => {
      if (url.pathname !== '/api/items') return false
      stopping.abort(new Error('stopped'))
      return true
    }
  })
  await t.rejects(reading(t, source.address, { signal: stopping.signal }), { message: 'stopped' })
})
