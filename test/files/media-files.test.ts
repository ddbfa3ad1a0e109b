import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { IngestError } from '../../files/ingest-error.js'
import { MediaFiles } from '../../files/media-files.js'
import type { FilesSettings } from '../../files/settings.js'
import { DiskStore } from '../../files/stores/disk-store.js'
import type { FileSource } from '../../files/stores/file-store.js'
import { assetName, mediaNames } from '../../files/types/names.js'
import { quadrants } from './fixtures/pictures.js'
import { filesSettings } from './fixtures/settings.js'
import { temporaryFolder } from '../helper.js'

const NO_JOURNAL = { begin: async () => ({ end: async () => {} }) }

const jpeg = await sharp(await quadrants(1000, 500)).jpeg().toBuffer()

const open = async (t: Test, settings: Partial<FilesSettings> = {}) => {
  const folder = await temporaryFolder(t)
  const store = await DiskStore.open(path.join(folder, 'store'))
  const files = new MediaFiles(store, { ...filesSettings, temporaryFolder: folder, ...settings }, NO_JOURNAL)
  const source = path.join(folder, 'source')
  return {
    store,
    files,
    given: async (bytes: string | Buffer): Promise<string> => {
      await writeFile(source, bytes)
      return source
    },
    names: async (): Promise<string[]> => {
      const found = []
      for await (const name of store.list('')) found.push(name)
      return found.sort()
    }
  }
}

const refusals = (name: string, ...whats: string[]) => ({
  name: 'IngestError',
  errors: { file: whats.map((what) => `Error validating "${name}". Cannot store files with the ${what}.`) }
})

t.test('a picture is stored with its thumbnails, type, size and digest', async (t) => {
  const { store, files, given, names } = await open(t)
  const media = await files.storeMedia(await given(jpeg), 'Portrait of a LADY.JPG')
  const { storageId } = media
  t.match(storageId, /^[0-9a-f]{40}$/)
  t.same(media, {
    storageId,
    extension: 'jpg',
    mediaType: 'image/jpeg',
    sha256: createHash('sha256').update(jpeg).digest('hex'),
    size: jpeg.length,
    hasOriginal: true,
    hasThumbnails: true
  })
  t.same(await names(), [
    `large/${storageId}.jpg`,
    `medium/${storageId}.jpg`,
    `original/${storageId}.jpg`,
    `square/${storageId}.jpg`
  ])
  t.ok((await buffer(await store.get(`original/${storageId}.jpg`))).equals(jpeg), 'the original is what came')

  await files.remove(media.storageId, mediaNames(media))
  t.same(await names(), [], 'and all of it is removed')
  await files.remove(media.storageId, mediaNames(media))
})

t.test('text is stored without thumbnails', async (t) => {
  const { files, given, names } = await open(t)
  const media = await files.storeMedia(await given('A plain text file.\n'), 'note.txt')
  t.match(media, { mediaType: 'text/plain', extension: 'txt', hasOriginal: true, hasThumbnails: false })
  t.same(await names(), [`original/${media.storageId}.txt`])
})

t.test('a broken picture is stored nevertheless', async (t) => {
  const { files, given, names } = await open(t)
  const media = await files.storeMedia(await given(jpeg.subarray(0, 2000)), 'broken.jpg')
  t.match(media, { mediaType: 'image/jpeg', hasOriginal: true, hasThumbnails: false, size: 2000 })
  t.same(await names(), [`original/${media.storageId}.jpg`])
})

t.test('without the original, its facts and thumbnails are stored', async (t) => {
  const { files, given, names } = await open(t)
  const media = await files.storeMedia(await given(jpeg), '/a/b.jpg', { keepOriginal: false })
  t.match(media, {
    mediaType: 'image/jpeg',
    extension: 'jpg',
    size: jpeg.length,
    hasOriginal: false,
    hasThumbnails: true
  })
  t.equal((await names()).length, 3)
  await files.remove(media.storageId, mediaNames(media))
  t.same(await names(), [])
})

t.test('the extension is not checked against the bytes', async (t) => {
  const { files, given } = await open(t)
  t.match(await files.storeMedia(await given(jpeg), 'x.txt'), {
    extension: 'txt',
    mediaType: 'image/jpeg',
    hasThumbnails: true
  })
  t.match(await files.storeMedia(await given('text'), 'note.exe'), { extension: 'exe', mediaType: 'text/plain' })
})

t.test('types and extensions that are not accepted are refused, both named', async (t) => {
  const { files, given, names } = await open(t)
  const cases: Array<[bytes: string | Buffer, name: string, ...whats: string[]]> = [
    ['<?php echo "no"; ?>', 'evil.php', 'media type "text/x-php"', 'resolved extension "php"'],
    [
      '<svg xmlns="http://www.w3.org/2000/svg"/>', 'vector.svg', 'media type "image/svg+xml"',
      'resolved extension "svg"'
    ],
    ['<html><body>x</body></html>', 'note.txt', 'media type "text/html"'],
    ['{"a":1}', 'data.json', 'media type "application/json"', 'resolved extension "json"'],
    ['a,b\n1,2\n', 'data.csv', 'resolved extension "csv"'],
    [Buffer.from('1f8b0800000000000003', 'hex'), 'a.gz', 'media type "application/gzip"'],
    ['text that is long enough', 'a.b/c', 'resolved extension "b/c"']
  ]
  for (const [bytes, name, ...whats] of cases) {
    await t.rejects(files.storeMedia(await given(bytes), name), refusals(name, ...whats), name)
  }
  t.same(await names(), [])
})

t.test('an empty file is refused as empty, without advice to allow such files', async (t) => {
  const { files, given } = await open(t)
  const empty = (name: string): string => `Error validating "${name}". The file is empty.`
  const told = async (work: Promise<unknown>): Promise<unknown> => await work.catch(({ errors }: IngestError) => errors)
  for (const name of ['empty.txt', 'empty']) {
    t.same(await told(files.storeMedia(await given(''), name)), { file: [empty(name)] })
  }
  t.match(await told(files.storeMedia(await given(''), 'empty.dwg')), {
    file: [empty('empty.dwg'), /extension "dwg"/, /run: vitrine setting set fileExtensions --add dwg$/]
  })
  t.same(await told(files.storeAsset(await given(''), 'empty.png')), { file: [empty('empty.png')] })
})

t.test('both lists are settings; an empty one refuses everything', async (t) => {
  const { files, given } = await open(t, { mediaTypes: ['application/json'], fileExtensions: [] })
  await t.rejects(files.storeMedia(await given('{"a":1}'), 'a.json'), refusals('a.json', 'resolved extension "json"'))
})

t.test('without validation everything is stored, under a name that is safe', async (t) => {
  const { files, given, names } = await open(t, { acceptAnyFile: true })
  t.match(await files.storeMedia(await given('<?php'), 'evil.php'), { extension: 'php' })
  for (const name of ['a.b/c', 'a.\0', 'a.é', 'a. x']) {
    t.match(
      await files.storeMedia(await given('text that is long enough'), name),
      { extension: null, hasOriginal: true },
      JSON.stringify(name)
    )
  }
  t.equal((await names()).length, 5)
})

t.test('when a part cannot be stored, nothing is', async (t) => {
  const { store, files, given, names } = await open(t)
  for (const failing of ['original', 'large', 'medium', 'square']) {
    const put = DiskStore.prototype.put
    store.put = async (name: string, source: FileSource) => {
      if (name.startsWith(failing)) throw new Error(`no space for ${failing}`)
      return await put.call(store, name, source)
    }
    await t.rejects(files.storeMedia(await given(jpeg), 'a.jpg'), { message: `no space for ${failing}` })
    t.same(await names(), [], failing)
  }
})

t.test('thumbnails can stand alone', async (t) => {
  const { files, given, names } = await open(t)
  const storageId = await files.storeThumbnails(await given(jpeg))
  t.same(await names(), ['large', 'medium', 'square'].map((type) => `${type}/${storageId}.jpg`))
  t.equal(await files.storeThumbnails(await given('no picture')), null)
})

t.test('an asset is a picture of four kinds, stored as it is', async (t) => {
  const { files, given, names } = await open(t, { acceptAnyFile: true, mediaTypes: [], fileExtensions: [] })
  const asset = await files.storeAsset(await given(jpeg), 'ünïcode näme.JPG')
  t.match(asset, { storageId: /^[0-9a-f]{40}$/, extension: 'jpg', mediaType: 'image/jpeg' })
  t.same(await names(), [`asset/${asset.storageId}.jpg`])
  t.match(await files.storeAsset(await given(jpeg), 'no extension'), { extension: 'jpeg' })
  await files.remove(asset.storageId, [assetName(asset)])
  await files.remove(asset.storageId, [assetName(asset)])
  t.equal((await names()).length, 1)

  await t.rejects(
    files.storeAsset(await given('text\n'), 'note.txt'),
    refusals('note.txt', 'media type "text/plain"', 'resolved extension "txt"')
  )
  await t.rejects(
    files.storeAsset(await given('not really a jpeg'), 'fake.jpg'),
    refusals('fake.jpg', 'media type "text/plain"')
  )
  await t.rejects(
    files.storeAsset(await given('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg'),
    refusals('a.svg', 'media type "image/svg+xml"', 'resolved extension "svg"')
  )
})

t.test('two hundred pictures at once are all made', async (t) => {
  const { files, given, names } = await open(t)
  const source = await given(jpeg)
  const all = await Promise.all(Array.from({ length: 200 }, async () => await files.storeMedia(source, 'a.jpg')))
  t.ok(all.every((media) => media.hasThumbnails))
  t.equal((await names()).length, 800)
})
