import { BOUNDARY, form, type Part } from '../../http/form.js'
import type { Random } from '../../random.js'
import type { Arsenal, Family, RawAttack } from '../attack.js'
import { strangeText } from '../strange.js'

const TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'b'.repeat(300)}`
]

/** Forms with files: cut short in every part, or with invalid headers and boundaries. */
export const forms: Family = {
  name: 'forms',
  make (random, arsenal) {
    const item = `/api/items/${arsenal.ids.items[0]}`
    const path = random.pick(['/api/items', '/api/media', '/api/assets', item, '/api/users', '/login', '/api/nosuch'])
    const { headers, body } = form(partsOf(random, arsenal))
    return raw({
      method: path === item ? random.pick(['PUT', 'PATCH']) : 'POST',
      path,
      host: arsenal.host,
      authorization: random.chance(0.7) ? arsenal.editor : undefined,
      contentType: random.chance(0.1) ? random.pick(TYPES) : headers['content-type']!,
      body: damaged(body, random)
    }, random)
  }
}

function partsOf (random: Random, { files, ids }: Arsenal): Part[] {
  const { filename, content } = random.pick(files)
  const upload = { 'o:ingester': 'upload', file_index: 0 }
  const data = { ...upload, 'o:item': { 'o:id': ids.items[0] }, 'o:media': [upload] }
  const fields = random.pick(['data', 'data', 'data', 'data[]', 'x', ''])
  const uploads = random.pick(['file[0]', 'file', 'file[]', 'file[a]', 'file[0][1]'])
  const parts: Part[] = [
    { name: fields, content: random.chance(0.8) ? JSON.stringify(data) : strangeText(random) },
    { name: uploads, filename: random.chance(0.8) ? filename : plain(random), content }
  ]
  if (random.chance(0.2)) {
    parts.push(
      ...Array.from({ length: random.pick([5, 500]) }, (_, at) => ({ name: `field${at}`, content: 'x', filename: 'f' }))
    )
  }
  return random.chance(0.3) ? parts.toReversed() : parts
}

const plain = (random: Random): string => strangeText(random).replaceAll(/[^ -~]|"/g, '').slice(0, 2000)

/** The body, whole or damaged. */
function damaged (body: Buffer, random: Random): Buffer {
  const replaced = (from: string | RegExp, to: string): Buffer =>
    Buffer.from(
      body.toString('latin1').replace(from, () => to),
      'latin1'
    )
  switch (random.below(9)) {
    case 0: return body
    case 1: return body.subarray(0, random.below(body.length))
    // Within the boundary, the headers of a part or the first bytes of its content.
    case 2:
      return body.subarray(0, random.below(Math.min(body.length, 300)))
    case 3:
      return body.subarray(0, body.length - random.between(1, BOUNDARY.length + 8))
    case 4:
      return replaced('form-data', random.pick(['attachment', 'inline', '', 'form-data;']))
    case 5:
      return replaced('\r\n\r\n', '\n\n')
    case 6:
      return replaced(
        /name="[^"]*"/,
        random.pick(['name=', 'name="', 'Name=a', "name*=utf-8''%ff", `name="${'n'.repeat(20_000)}"`])
      )
    case 7:
      return Buffer.concat([body, body])
    default:
      return replaced('\r\n\r\n', `\r\nX-Long: ${'x'.repeat(random.pick([10, 10_000, 100_000]))}\r\n\r\n`)
  }
}

interface Request {
  method: string
  path: string
  host: string
  authorization: string | undefined
  contentType: string
  body: Buffer
}

function raw ({ method, path, host, authorization, contentType, body }: Request, random: Random): RawAttack {
  // Some clients announce more bytes than they send, and disconnect.
  const isShort = random.chance(0.25)
  const length = body.length + (isShort ? random.between(1, 100_000) : 0)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
    'Connection: close',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`])
  ]
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
  return { raw: bytes, ...(isShort && { cutAfter: random.between(1, 60) }) }
}
