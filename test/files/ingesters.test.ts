import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { purifyHtml } from '../../files/html/purify.js'
import type {
  Ingester,
  IngestContext,
  IngestedMedia,
  MediaPayload,
  UploadedFile
} from '../../files/ingesters/ingester.js'
import { createOembed } from '../../files/ingesters/oembed.js'
import { OEMBED_PROVIDERS } from '../../files/ingesters/oembed-providers.js'
import { createIngesters } from '../../files/ingesters/registry.js'
import { MediaFiles } from '../../files/media-files.js'
import { RemoteFetch } from '../../files/remote/remote-fetch.js'
import { DiskStore } from '../../files/stores/disk-store.js'
import { quadrants } from './fixtures/pictures.js'
import { filesSettings } from './fixtures/settings.js'
import { freePort, serve } from './fixtures/servers.js'
import { temporaryFolder } from '../helper.js'

const NO_JOURNAL = { begin: async () => ({ end: async () => {} }) }

const ingesters = createIngesters()
const picture = await sharp(await quadrants(400, 300)).jpeg().toBuffer()

const contextOf = async (
  t: Test,
  sent: Record<string, [filename: string, bytes: string | Buffer]> = {}
): Promise<IngestContext> => {
  const folder = await temporaryFolder(t)
  const settings = { ...filesSettings, temporaryFolder: folder, allowPrivateAddresses: true }
  const uploads: UploadedFile[] = []
  for (const [part, [filename, bytes]] of Object.entries(sent)) {
    const [, field = part, index = null] = /^(\w+)(?:\[(.*)\])?$/.exec(part.replace(/#.*/, '')) ?? []
    const file = path.join(folder, `upload-${uploads.length}`)
    await writeFile(file, bytes)
    uploads.push({ field, index, filename, path: file, size: bytes.length })
  }
  const store = await DiskStore.open(path.join(folder, 'store'))
  return {
    uploads,
    used: new Set(),
    files: new MediaFiles(store, settings, NO_JOURNAL),
    fetch: new RemoteFetch(settings),
    purify: purifyHtml
  }
}

const ingest = async (name: string, media: MediaPayload, context: IngestContext): Promise<IngestedMedia> => {
  const ingester = ingesters.get(name)
  if (ingester === undefined) throw new Error(`no ingester ${name}`)
  return await ingester.ingest(media, context)
}

const errors = (key: string, ...messages: string[]) => ({ name: 'IngestError', errors: { [key]: messages } })
const errorLike = (key: string, message: RegExp) => ({ name: 'IngestError', errors: { [key]: { 0: message } } })
const nothing = {
  mediaType: null,
  storageId: null,
  extension: null,
  sha256: null,
  size: null,
  hasOriginal: false,
  hasThumbnails: false
}
const onlyThumbnails = { ...nothing, storageId: /^[0-9a-f]{40}$/, hasThumbnails: true }

t.test('the registry has the seven of the reference, and what is added to it', async (t) => {
  t.same([...ingesters.keys()], ['upload', 'url', 'html', 'iiif', 'iiif_presentation', 'oembed', 'youtube'])
  t.same(
    [...ingesters.values()].map(({ renderer }) => renderer),
    ['file', 'file', 'html', 'iiif', 'iiif_presentation', 'oembed', 'youtube']
  )
  const own: Ingester = { name: 'own', renderer: 'own', ingest: async () => ({ ...nothing, data: 1 }) }
  t.equal(createIngesters([own]).get('own'), own)
  t.equal(ingesters.has('own'), false)
})

t.test('upload', async (t) => {
  t.test('takes the file of its index', async (t) => {
    const context = await contextOf(t, { 'file[0]': ['a.jpg', picture], 'file[x]': ['b.txt', 'text b\n'] })
    t.match(await ingest('upload', { file_index: 'x' }, context), {
      source: 'b.txt',
      mediaType: 'text/plain',
      extension: 'txt',
      size: 7,
      hasThumbnails: false
    })
    t.match(await ingest('upload', { file_index: 0 }, context), {
      source: 'a.jpg',
      mediaType: 'image/jpeg',
      hasOriginal: true,
      hasThumbnails: true
    })
  })
  t.test('numbers what has no number', async (t) => {
    const context = await contextOf(t, {
      'file[]#1': ['a.txt', 'text a\n'],
      'file[7]': ['b.txt', 'text b\n'],
      'file[]#2': ['c.txt', 'text c\n']
    })
    t.match(await ingest('upload', { file_index: '0' }, context), { source: 'a.txt' })
    t.match(await ingest('upload', { file_index: 8 }, context), { source: 'c.txt' })
    t.match(await ingest('upload', { file_index: 7 }, context), { source: 'b.txt' })
  })
  t.test('leaves a source that was given, even null', async (t) => {
    const context = await contextOf(t, { 'file[0]': ['a.txt', 'text\n'], 'file[1]': ['b.txt', 'text\n'] })
    t.notOk('source' in await ingest('upload', { file_index: 0, 'o:source': 'mine' }, context))
    t.notOk('source' in await ingest('upload', { file_index: 1, 'o:source': null }, context))
  })
  t.test('reports what is missing', async (t) => {
    const context = await contextOf(t, { 'file[0]': ['a.txt', 'text\n'], 'file[1]': ['', ''], 'other[2]': ['x', 'x'] })
    await t.rejects(
      ingest('upload', { file_index: 0 }, { ...context, uploads: [] }),
      errors('error', 'No files were uploaded')
    )
    await t.rejects(ingest('upload', {}, context), errors('error', 'No file index was specified'))
    await t.rejects(ingest('upload', { file_index: null }, context), errors('error', 'No file index was specified'))
    for (const index of [2, 'length', '', [], {}]) {
      await t.rejects(
        ingest('upload', { file_index: index }, context),
        errors('error', 'No file uploaded for the specified index')
      )
    }
    await t.rejects(ingest('upload', { file_index: 1 }, context), errors('upload', 'No file was uploaded'))
    const single = await contextOf(t, { file: ['a.txt', 'text\n'] })
    await t.rejects(
      ingest('upload', { file_index: 0 }, single),
      errors('error', 'No file uploaded for the specified index')
    )
  })
  t.test('gives a file to one media only', async (t) => {
    const context = await contextOf(t, { 'file[0]': ['a.txt', 'text\n'] })
    await ingest('upload', { file_index: 0 }, context)
    await t.rejects(ingest('upload', { file_index: 0 }, context), errors('upload', 'File was not found'))
  })
  t.test('refuses what is not accepted', async (t) => {
    const context = await contextOf(t, { 'file[0]': ['evil.php', '<?php echo "no"; ?>'] })
    await t.rejects(ingest('upload', { file_index: 0 }, context), errors('file',
      'Error validating "evil.php". Cannot store files with the media type "text/x-php".',
      'Error validating "evil.php". Cannot store files with the resolved extension "php".'))
  })
})

const files: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.endsWith('.jpg')) response.end(picture)
  else if (pathname === '/moved') response.writeHead(301, { location: '/real.jpg' }).end()
  else if (pathname === '/page.txt') response.end('<html><body>x</body></html>')
  else response.writeHead(404, 'Not Found').end()
}

t.test('url', async (t) => {
  t.test('fetches a file', async (t) => {
    const address = `${await serve(t, files)}/photo.jpg?size=1#top`
    t.match(await ingest('url', { ingest_url: address }, await contextOf(t)), {
      source: address,
      mediaType: 'image/jpeg',
      extension: 'jpg',
      size: picture.length,
      hasOriginal: true,
      hasThumbnails: true
    })
  })
  t.test('names it by the address it was given, not by the one it was sent to', async (t) => {
    t.match(await ingest('url', { ingest_url: `${await serve(t, files)}/moved` }, await contextOf(t)), {
      extension: 'jpeg',
      mediaType: 'image/jpeg'
    })
  })
  t.test('keeps the original by default', async (t) => {
    const address = `${await serve(t, files)}/a.jpg`
    for (const keep of [true, 1, 'false', null]) {
      t.match(
        await ingest('url', { ingest_url: address, store_original: keep }, await contextOf(t)),
        { hasOriginal: true },
        JSON.stringify(keep)
      )
    }
    for (const keep of [false, 0, '0', '']) {
      t.match(
        await ingest('url', { ingest_url: address, store_original: keep, 'o:source': null }, await contextOf(t)),
        {
          hasOriginal: false,
          hasThumbnails: true,
          mediaType: 'image/jpeg',
          extension: 'jpg',
          size: picture.length
        },
        JSON.stringify(keep)
      )
    }
  })
  t.test('reports what is wrong with the address', async (t) => {
    const context = await contextOf(t)
    await t.rejects(ingest('url', {}, context), errors('error', 'No ingest URL specified'))
    await t.rejects(ingest('url', { ingest_url: null }, context), errors('error', 'No ingest URL specified'))
    for (const address of ['', '/relative', 'nonsense', 5, {}]) {
      await t.rejects(ingest('url', { ingest_url: address }, context), errors('ingest_url', 'Invalid ingest URL'))
    }
    await t.rejects(
      ingest('url', { ingest_url: 'ftp://example.org/x' }, context),
      errors('ingest_url', 'Scheme "ftp" is not valid or is not accepted')
    )
  })
  t.test('reports why a file could not be fetched', async (t) => {
    const context = await contextOf(t)
    const base = await serve(t, files)
    await t.rejects(
      ingest('url', { ingest_url: `${base}/missing` }, context),
      errors('download', `Error downloading ${base}/missing: 404 Not Found`)
    )
    await t.rejects(
      ingest('url', { ingest_url: `http://127.0.0.1:${await freePort()}/` }, context),
      errorLike('download', /^Error downloading .*ECONNREFUSED/)
    )
    const strict = { ...context, fetch: new RemoteFetch(filesSettings) }
    await t.rejects(
      ingest('url', { ingest_url: `${base}/a.jpg` }, strict),
      errors('download', `Error downloading ${base}/a.jpg: 127.0.0.1 has a private address`)
    )
  })
  t.test('refuses what is not accepted', async (t) => {
    await t.rejects(ingest('url', { ingest_url: `${await serve(t, files)}/page.txt` }, await contextOf(t)),
      errors('file', 'Error validating "/page.txt". Cannot store files with the media type "text/html".'))
  })
})

t.test('html', async (t) => {
  const html = ingesters.get('html')
  t.test('keeps the whole payload, its HTML purified', async (t) => {
    const media = {
      'o:item': { 'o:id': 1 },
      'o:ingester': 'html',
      html: '<p onclick="x()">Hello <script>x</script></p>'
    }
    t.same(await ingest('html', media, await contextOf(t)), { ...nothing, data: { ...media, html: '<p>Hello </p>' } })
  })
  t.test('finds the HTML in data too', async (t) => {
    t.same(await ingest('html', { data: { html: '<b onclick="x">b</b>', more: 1 } }, await contextOf(t)), {
      ...nothing,
      data: { html: '<b>b</b>', more: 1 }
    })
  })
  t.test('needs none', async (t) => {
    t.same(await ingest('html', {}, await contextOf(t)), nothing)
    t.same(await ingest('html', { html: null, data: [1] }, await contextOf(t)), nothing)
    t.same(await ingest('html', { html: '' }, await contextOf(t)), { ...nothing, data: { html: '' } })
    t.match(await ingest('html', { html: 5 }, await contextOf(t)), { data: { html: '5' } })
    await t.rejects(ingest('html', { html: {} }, await contextOf(t)), errors('html', 'The HTML must be text'))
  })
  t.test('is updated only where the reference looks for it', async (t) => {
    const context = await contextOf(t)
    const current = { source: null, data: { html: 'old' } }
    t.same(await html?.update?.({ 'o:media': { __index__: { html: '<p onclick="x">new</p>' } } }, current, context), {
      data: { html: '<p>new</p>' }
    })
    for (const media of [{ html: 'new' }, { data: { html: 'new' } }, { 'o:media': [{ 'o:id': 1 }] }, {}]) {
      t.equal(await html?.update?.(media, current, context), null)
    }
  })
  t.test('gives its words to full-text search', async (t) => {
    t.equal(html?.text?.({ html: '<p>the <b>Map</b></p>' }), 'the Map')
    for (const data of [[], null, {}, { html: null }]) t.equal(html?.text?.(data), '')
    t.same([...ingesters.values()].filter(({ text }) => text !== undefined).map(({ name }) => name), ['html'])
  })
})

/** Serves JSON documents by path; pictures, a page that is not JSON and a 500 beside them. */
const serveDocuments = async (t: Test, documents: (base: string) => Record<string, unknown>): Promise<string> => {
  const base: string = await serve(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const document = documents(base)[pathname.slice(1)]
    if (document !== undefined) response.end(JSON.stringify(document))
    else if (pathname === '/text') response.end('not JSON')
    else if (pathname === '/empty') response.end()
    else files(request, response)
  })
  return base
}

t.test('iiif', async (t) => {
  const documents = (base: string) => ({
    v3: {
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `${base}/three`,
      protocol: 'http://iiif.io/api/image',
      width: 4,
      height: 3
    },
    v2: {
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': `${base}/two`,
      protocol: 'http://iiif.io/api/image'
    },
    v1: { '@context': 'http://library.stanford.edu/iiif/image-api/1.1/context.json', '@id': `${base}/one` },
    v10: { '@context': 'http://iiif.io/api/image/1/context.json' },
    bare: { identifier: 'x', width: 4, height: 3 },
    gone: {
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: 'http://127.0.0.1:1/x',
      protocol: 'http://iiif.io/api/image'
    },
    sizeless: { identifier: 'x', width: 0, height: 3, profile: 'x' },
    list: []
  })
  const asked: string[] = []
  t.test('takes image information of every version, and thumbnails from where it has the image', async (t) => {
    const base: string = await serve(t, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const document = documents(base)[pathname.slice(1) as 'v3']
      if (document === undefined) asked.push(pathname)
      response.end(document === undefined ? picture : JSON.stringify(document))
    })
    const context = await contextOf(t)
    for (const name of ['v3', 'v2', 'v1'] as const) {
      const result = await ingest('iiif', { 'o:source': `${base}/${name}` }, context)
      t.match(result, { ...onlyThumbnails, data: documents(base)[name] }, name)
      t.notOk('source' in result)
    }
    t.same(asked, ['/three/full/max/0/default.jpg', '/two/full/full/0/default.jpg', '/one/full/full/0/native.jpg'])
    for (const name of ['v10', 'bare', 'gone'] as const) {
      t.same(
        await ingest('iiif', { 'o:source': `${base}/${name}` }, context),
        { ...nothing, data: documents(base)[name] },
        name
      )
    }
  })
  t.test('reports what is wrong', async (t) => {
    const base = await serveDocuments(t, documents)
    const context = await contextOf(t)
    const cases: Array<[source: unknown, message: string]> = [
      [undefined, 'No IIIF image URL specified'],
      [null, 'No IIIF image URL specified'],
      ['', 'Invalid URL specified'],
      ['/relative', 'Invalid URL specified'],
      [5, 'Invalid URL specified'],
      [`${base}/missing`, 'Error reading IIIF image: Not Found (404)'],
      [`${base}/text`, 'Error decoding IIIF JSON'],
      [`${base}/empty`, 'Error decoding IIIF JSON'],
      [`${base}/sizeless`, 'URL does not link to IIIF JSON'],
      [`${base}/list`, 'URL does not link to IIIF JSON']
    ]
    for (const [source, message] of cases) {
      await t.rejects(ingest('iiif', { 'o:source': source }, context), errors('o:source', message))
    }
    await t.rejects(
      ingest('iiif', { 'o:source': `http://127.0.0.1:${await freePort()}/` }, context),
      errorLike('o:source', /ECONNREFUSED/)
    )
  })
})

t.test('iiif_presentation', async (t) => {
  const documents = (base: string) => ({
    v2: {
      '@context': 'https://iiif.io/api/presentation/2/context.json',
      '@type': 'sc:Manifest',
      thumbnail: { '@id': `${base}/a.jpg` }
    },
    v3: {
      '@context': 'http://iiif.io/api/presentation/3/context.json',
      type: 'Collection',
      thumbnail: [{ id: `${base}/a.jpg` }]
    },
    plain: { '@context': 'http://iiif.io/api/presentation/3/context.json', type: 'Manifest' },
    lost: {
      '@context': 'http://iiif.io/api/presentation/3/context.json',
      type: 'Manifest',
      thumbnail: [{ id: `${base}/lost` }]
    },
    wrong: { '@context': 'http://iiif.io/api/presentation/2/context.json', type: 'Manifest' },
    many: { '@context': ['http://iiif.io/api/presentation/3/context.json', 'x'], type: 'Manifest' },
    list: { '@context': ['http://iiif.io/api/presentation/3/context.json'], type: 'Manifest' },
    object: { '@context': { toString: 1, valueOf: 1 } }
  })
  const base = await serveDocuments(t, documents)
  t.test('takes manifests and collections of versions 2 and 3', async (t) => {
    const context = await contextOf(t)
    for (const name of ['v2', 'v3'] as const) {
      t.match(
        await ingest('iiif_presentation', { 'o:source': ` ${base}/${name} ` }, context),
        { ...onlyThumbnails, data: documents(base)[name] },
        name
      )
    }
    for (const name of ['plain', 'lost'] as const) {
      t.same(
        await ingest('iiif_presentation', { 'o:source': `${base}/${name}` }, context),
        { ...nothing, data: documents(base)[name] },
        name
      )
    }
  })
  t.test('reports what is wrong', async (t) => {
    const context = await contextOf(t)
    const cases: Array<[source: unknown, message: string]> = [
      [undefined, 'No IIIF presentation URL specified'],
      ['  ', 'No IIIF presentation URL specified'],
      ['nonsense', 'Invalid IIIF presentation URL specified'],
      [5, 'Invalid IIIF presentation URL specified'],
      [`${base}/missing`, 'Error reading IIIF presentation: Not Found (404)'],
      [`${base}/text`, 'Error decoding IIIF presentation JSON'],
      [`${base}/wrong`, 'Invalid IIIF presentation JSON'],
      [`${base}/many`, 'Invalid IIIF presentation JSON'],
      [`${base}/list`, 'Invalid IIIF presentation JSON'],
      [`${base}/object`, 'Invalid IIIF presentation JSON']
    ]
    for (const [source, message] of cases) {
      await t.rejects(ingest('iiif_presentation', { 'o:source': source }, context), errors('o:source', message))
    }
    await t.rejects(ingest('iiif_presentation', { 'o:source': `http://127.0.0.1:${await freePort()}/` }, context),
      errorLike('o:source', /^Error connecting to IIIF presentation: .*ECONNREFUSED/))
  })
})

t.test('oembed', async (t) => {
  const pages: string[] = []
  const base: string = await serve(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/a.jpg') response.end(picture)
    else {
      pages.push(request.url ?? '')
      if (searchParams.get('url')?.includes('bad')) response.end('not JSON')
      else if (searchParams.get('url')?.includes('gone')) response.writeHead(404, 'Not Found').end()
      else {
        response.end(
          JSON.stringify({ type: 'video', html: `<iframe>${pages.length}</iframe>`, thumbnail_url: `${base}/a.jpg` })
        )
      }
    }
  })
  const oembed = createOembed([{ pattern: /^https?:\/\/video\.example\//, endpoint: `${base}/oembed` }])

  t.test('asks the provider of the page', async (t) => {
    const source = 'https://video.example/a b?c=1&d'
    t.match(await oembed.ingest({ 'o:source': source }, await contextOf(t)), {
      ...onlyThumbnails,
      source,
      data: { type: 'video' }
    })
    t.equal(pages[0], '/oembed?format=json&url=https%3A%2F%2Fvideo.example%2Fa+b%3Fc%3D1%26d')
  })
  t.test('fetches the data again with refresh_oembed', async (t) => {
    const context = await contextOf(t)
    const current = { source: 'https://video.example/a', data: {} }
    t.match(await oembed.update?.({ refresh_oembed: 1 }, current, context), { data: { type: 'video' } })
    for (const media of [{}, { refresh_oembed: 0 }, { refresh_oembed: '' }, { refresh_oembed: '0' }]) {
      t.equal(await oembed.update?.(media, current, context), null)
    }
  })
  t.test('reports what is wrong', async (t) => {
    const context = await contextOf(t)
    await t.rejects(oembed.ingest({}, context), errors('o:source', 'No OEmbed URL specified'))
    for (const source of [5, {}, ['https://video.example/a'], { toString: 1, valueOf: 1 }]) {
      await t.rejects(oembed.ingest({ 'o:source': source }, context), errors('o:source', 'oEmbed: URL must be text'))
    }
    await t.rejects(
      oembed.ingest({ 'o:source': 'https://example.org/' }, context),
      errors('o:source', 'oEmbed: URL is not allowed https://example.org/')
    )
    await t.rejects(
      oembed.ingest({ 'o:source': 'https://video.example/gone' }, context),
      errorLike('o:source', /^oEmbed: URL is unreadable at .*: Not Found \(404\)$/)
    )
    await t.rejects(
      oembed.ingest({ 'o:source': 'https://video.example/bad' }, context),
      errorLike('o:source', /^oEmbed: response cannot be decoded to JSON/)
    )
  })
  t.test('knows the providers of the reference', async (t) => {
    const endpoint = (page: string): string | undefined =>
      OEMBED_PROVIDERS.find(({ pattern }) => pattern.test(page))?.endpoint
    const known = {
      'https://www.youtube.com/watch?v=x': 'https://www.youtube.com/oembed',
      'http://m.youtube.com/playlist?list=x': 'https://www.youtube.com/oembed',
      'https://youtu.be/x': 'https://www.youtube.com/oembed',
      'https://player.vimeo.com/1': 'https://vimeo.com/api/oembed.json',
      'https://www.flickr.com/photos/1': 'https://www.flickr.com/services/oembed/',
      'https://twitter.com/user': 'https://publish.twitter.com/oembed',
      'https://twitter.com/user/status/1': 'https://publish.twitter.com/oembed',
      'https://open.spotify.com/track/1': 'https://embed.spotify.com/oembed/',
      'https://www.reddit.com/r/museum/comments/1': 'https://www.reddit.com/oembed',
      'https://de.pinterest.com/pin/1': 'https://www.pinterest.com/oembed.json',
      'https://bsky.app/profile/a/post/b': 'https://embed.bsky.app/oembed'
    }
    for (const [page, expected] of Object.entries(known)) t.equal(endpoint(page), expected, page)
    for (const page of [
      'https://www.youtube.com/channel/x', 'https://youtube.com.evil.example/watch',
      'https://evil.example/vimeo.com/', 'https://evil.example?vimeo.com/', 'ftp://vimeo.com/1'
    ]) {
      t.equal(endpoint(page), undefined, page)
    }
  })
})

t.test('youtube', async (t) => {
  const fetchNothing = async (t: Test): Promise<IngestContext> => {
    const context = await contextOf(t)
    // The picture of a video is fetched from YouTube, which tests cannot reach.
    return {
      ...context,
      fetch: new RemoteFetch(filesSettings, (host, _options, done) => {
        done(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), [])
      })
    }
  }
  t.test('keeps the id, and the part to show', async (t) => {
    const context = await fetchNothing(t)
    t.same(await ingest('youtube', { 'o:source': 'https://www.youtube.com/watch?v=abc&x=1' }, context), {
      ...nothing,
      data: { id: 'abc' }
    })
    t.same(await ingest('youtube', { 'o:source': 'http://youtu.be/abc', start: ' 10 ', end: 20.5 }, context), {
      ...nothing,
      data: { id: 'abc', start: '10', end: '20.5' }
    })
    t.same(await ingest('youtube', { 'o:source': 'http://youtu.be/abc', start: '1:30', end: null }, context), {
      ...nothing,
      data: { id: 'abc' }
    })
  })
  t.test('reports what is wrong', async (t) => {
    const context = await fetchNothing(t)
    const cases: Array<[source: unknown, message: string]> = [
      [undefined, 'No YouTube URL specified'],
      ['nonsense', 'Invalid YouTube URL specified'],
      [5, 'Invalid YouTube URL specified'],
      ['https://www.youtube.com/embed/abc', 'Invalid YouTube URL specified, missing "/watch" path'],
      ['https://www.youtube.com/watch?x=1', 'Invalid YouTube URL specified, missing "v" parameter'],
      ['https://youtube.com/watch?v=abc', 'Invalid YouTube URL specified, not a YouTube URL'],
      ['https://m.youtube.com/watch?v=abc', 'Invalid YouTube URL specified, not a YouTube URL'],
      ['https://example.org/watch?v=abc', 'Invalid YouTube URL specified, not a YouTube URL']
    ]
    for (const [source, message] of cases) {
      await t.rejects(ingest('youtube', { 'o:source': source }, context), errors('o:source', message))
    }
  })
})

t.test('an address whose host is too long to exist is refused unparsed', async (t) => {
  const context = await contextOf(t)
  for (const host of ['a'.repeat(1001), `user@${'a'.repeat(1001)}`, `${'a.'.repeat(600)}example`]) {
    for (const address of [`http://${host}/`, `http:\\\\${host}?x`, `http:/\t/${host}#x`]) {
      await t.rejects(ingest('url', { ingest_url: address }, context), errors('ingest_url', 'Invalid ingest URL'))
      for (const [name, message] of [
        ['youtube', 'Invalid YouTube URL specified'],
        ['iiif', 'Invalid URL specified'],
        ['iiif_presentation', 'Invalid IIIF presentation URL specified']
      ] as const) await t.rejects(ingest(name, { 'o:source': address }, context), errors('o:source', message))
    }
  }
})
