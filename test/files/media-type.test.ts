import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import sharp from 'sharp'
import { detectMediaType } from '../../files/types/media-type.js'
import { pdf } from './fixtures/pictures.js'
import { temporaryFolder } from '../helper.js'

const box = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mp42`)])
const wave = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'), Buffer.alloc(40)])
const bitmap = Buffer.alloc(200)
bitmap.write('BM')
Buffer.from([0x28, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0x18]).copy(bitmap, 14)

const samples: Array<[what: string, bytes: string | Buffer, mediaType: string]> = [
  ['an empty file', '', 'application/x-empty'],
  ['text', 'A plain text file.\nSecond line.\n', 'text/plain'],
  ['text in Latin-1', Buffer.from('Z\xFCrich caf\xE9\n', 'latin1'), 'text/plain'],
  ['text in UTF-16', Buffer.from('\uFEFFhello there', 'utf16le'), 'text/plain'],
  ['a web page', '<!DOCTYPE html>\n<html><head><title>x</title></head><body>x</body></html>', 'text/html'],
  ['JSON', '{"a": [1, 2, {"b": null}]}', 'application/json'],
  [
    'SVG',
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
    'image/svg+xml'
  ],
  ['SVG with a declaration', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image/svg+xml'],
  ['XML', '<?xml version="1.0"?>\n<a/>', 'text/xml'],
  ['PHP', '<?php echo "no"; ?>', 'text/x-php'],
  ['a shell script', '#!/bin/sh\necho no\n', 'text/x-shellscript'],
  ['comma-separated values, which are text', 'a,b,c\n'.repeat(12), 'text/plain'],
  ['a PDF', pdf(200, 200), 'application/pdf'],
  ['RTF, by the name the reference gives it', '{\\rtf1\\ansi hello}', 'application/rtf'],
  ['gzip', Buffer.from('1f8b0800000000000003', 'hex'), 'application/gzip'],
  ['a ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
  ['an M4A, by the name the reference gives it', box('M4A '), 'audio/mp4'],
  ['an M4V, by the name the reference gives it', box('M4V '), 'video/mp4'],
  ['an MP4', box('isom'), 'video/mp4'],
  ['a WAVE', wave, 'audio/x-wav'],
  ['a bitmap', bitmap, 'image/bmp'],
  ['bytes that say nothing', Buffer.from([0, 1, 2, 3, 4, 5, 0xFF]), 'application/octet-stream'],
  [
    'a picture with code behind it',
    Buffer.concat([
      await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
        .gif()
        .toBuffer(),
      Buffer.from('<?php echo 1; ?>')
    ]),
    'image/gif'
  ]
]

t.test('the media type is read from the bytes, whatever the name', async (t) => {
  const folder = await temporaryFolder(t)
  for (const [what, bytes, mediaType] of samples) {
    const file = path.join(folder, 'picture.jpg')
    await writeFile(file, bytes)
    t.equal(await detectMediaType(file), mediaType, what)
  }
})

t.test('every format sharp writes is known', async (t) => {
  const folder = await temporaryFolder(t)
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#123' } })
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff'] as const) {
    const file = path.join(folder, format)
    await picture.clone().toFormat(format).toFile(file)
    t.equal(await detectMediaType(file), `image/${format}`)
  }
})

t.test('a text is recognised by its first four kilobytes, since long runs of blanks take long', async (t) => {
  const file = path.join(await temporaryFolder(t), 'blanks')
  const samples = [
    [4000, 'utf8', 'text/html'], [5000, 'utf8', 'text/plain'],
    [1900, 'utf16le', 'text/html'], [2500, 'utf16le', 'text/plain']
  ] as const
  for (const [before, encoding, type] of samples) {
    const mark = encoding === 'utf16le' ? '\uFEFF' : ''
    await writeFile(file, `${mark}${' '.repeat(before)}<html><body>x</body></html>`, encoding)
    t.equal(await detectMediaType(file), type, `after ${before} blanks in ${encoding}`)
  }
})

t.test('a large text is recognised by its beginning', async (t) => {
  const file = path.join(await temporaryFolder(t), 'large')
  await writeFile(file, 'lorem ipsum dolor sit amet\n'.repeat(200_000))
  t.equal(await detectMediaType(file), 'text/plain')
})

t.test('the types of many files are recognised at once', async (t) => {
  const folder = await temporaryFolder(t)
  const found = await Promise.all(samples.map(async ([, bytes], i) => {
    await writeFile(path.join(folder, String(i)), bytes)
    return await detectMediaType(path.join(folder, String(i)))
  }))
  t.same(found, samples.map(([,, mediaType]) => mediaType))
})
