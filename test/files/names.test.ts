import t from 'tap'
import { contentType, resolveExtension } from '../../files/types/mime-types.js'
import { assetName, isFileName, newStorageId, originalName, thumbnailName } from '../../files/types/names.js'

t.test('the extension is what follows the last dot, in lower case', async (t) => {
  t.equal(resolveExtension('PHOTO.JPG', 'image/jpeg'), 'jpg')
  t.equal(resolveExtension('a.tar.gz', 'application/gzip'), 'gz')
  t.equal(resolveExtension('.htaccess', 'text/plain'), 'htaccess')
  t.equal(resolveExtension('x.txt', 'image/jpeg'), 'txt', 'it is not checked against the bytes')
  t.equal(resolveExtension('a.twelve_bytes', 'text/plain'), 'twelve_bytes')
})

t.test('without one of 1 to 12 bytes it is the first registered for the media type', async (t) => {
  t.equal(resolveExtension('name.', 'image/png'), 'png')
  t.equal(resolveExtension('a.thirteen_byte', 'image/png'), 'png')
  t.equal(resolveExtension('a.ééééééé', 'image/png'), 'png', 'bytes count, not characters')
  t.equal(resolveExtension('plain', 'application/unheard-of'), null)
  const first = {
    'image/jpeg': 'jpeg',
    'text/plain': 'txt',
    'audio/mpeg': 'mpga',
    'audio/mp4': 'm4a',
    'audio/ogg': 'oga',
    'audio/midi': 'mid',
    'audio/x-aiff': 'aif',
    'video/mp4': 'mp4',
    'video/mpeg': 'mpeg',
    'video/ogg': 'ogv',
    'video/quicktime': 'qt',
    'image/tiff': 'tiff',
    'image/x-icon': 'ico',
    'application/ogg': 'ogx',
    'application/x-msdownload': 'exe',
    'application/pdf': 'pdf',
    'image/jp2': 'jp2',
    'application/msword': 'doc',
    'audio/x-ms-wma': 'wma',
    'audio/x-wav': 'wav',
    'text/richtext': 'rtx',
    'video/x-msvideo': 'avi'
  }
  for (const [mediaType, extension] of Object.entries(first)) {
    t.equal(resolveExtension('file', mediaType), extension, mediaType)
  }
})

t.test('storage ids are 40 lower-case hexadecimal characters, each different', async (t) => {
  const ids = new Set(Array.from({ length: 1000 }, newStorageId))
  t.equal(ids.size, 1000)
  for (const id of ids) if (!/^[0-9a-f]{40}$/.test(id)) t.fail(id)
})

t.test('names of stored files lead nowhere else', async (t) => {
  const storageId = newStorageId()
  t.equal(originalName({ storageId, extension: 'jpg' }), `original/${storageId}.jpg`)
  t.equal(originalName({ storageId, extension: null }), `original/${storageId}`)
  t.equal(thumbnailName('square', storageId), `square/${storageId}.jpg`)
  t.equal(assetName({ storageId, extension: 'png' }), `asset/${storageId}.png`)
  t.ok(isFileName(originalName({ storageId, extension: 'jpg' })))
  for (const name of [
    '', '/etc/passwd', '../x/y', 'original/../y', 'original/a/b', 'original/', 'original/.x', 'original\\y',
    'a/b\0', '.unfinished/a'
  ]) {
    t.notOk(isFileName(name), JSON.stringify(name))
  }
})

t.test('a stored file is never served as what a browser would run', async (t) => {
  t.equal(contentType('original/a.jpg'), 'image/jpeg')
  t.equal(contentType('original/a.pdf'), 'application/pdf')
  t.equal(contentType('original/a.txt'), 'text/plain')
  for (const extension of [
    'svg', 'svgz', 'html', 'htm', 'xhtml', 'xml', 'js', 'mjs', 'swf', 'xsl', 'rdf', 'unheardof'
  ]) {
    t.equal(contentType(`original/a.${extension}`), 'application/octet-stream', extension)
  }
  t.equal(contentType('original/a'), 'application/octet-stream')
})
