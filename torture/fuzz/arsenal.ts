import sharp from 'sharp'
import { pdf, pngBomb, quadrants } from '../../test/files/fixtures/pictures.js'
import type { Session } from '../http/session.js'
import type { Accounts } from '../process/accounts.js'
import type { Arsenal } from './attack.js'

const ITEMS = 60
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect width="9" height="9"/></svg>'

/** Fills a collection over its API, and collects the material for attacks. */
export async function prepareArsenal (session: Session, base: string, accounts: Accounts): Promise<Arsenal> {
  const create = async (type: string, json: object): Promise<number> => {
    return (await session.json({ method: 'POST', path: `/api/${type}`, as: 'global_admin', json }))['o:id']
  }
  const set = await create('item_sets', titled('Set'))
  const items: number[] = []
  for (let at = 0; at < ITEMS; at++) {
    const relation = items.length === 0 ? [] : [{ type: 'resource', property_id: 13, value_resource_id: items[0] }]
    const media = [{ 'o:ingester': 'html', html: `<p>amber ${at}</p>` }]
    const subject = [
      { type: 'literal', property_id: 3, '@value': at % 2 === 0 ? 'amber' : 'basalt', is_public: at % 3 !== 0 }
    ]
    items.push(
      await create('items', {
        ...titled(`Item ${at}`),
        'dcterms:subject': subject,
        'dcterms:relation': relation,
        'o:media': media,
        'o:item_set': [{ 'o:id': set }],
        'o:is_public': at % 4 !== 0
      })
    )
  }
  const site = await create('sites', { 'o:title': 'Site', 'o:theme': 'default' })
  const page = await create('site_pages', { 'o:site': { 'o:id': site }, 'o:title': 'Page' })
  const vocabulary = await create('vocabularies', {
    'o:prefix': 'ex',
    'o:namespace_uri': 'http://example.org/',
    'o:label': 'Ex'
  })
  const media = await session.json<Array<{ 'o:id': number }>>({ path: '/api/media?per_page=20', as: 'global_admin' })
  return {
    ids: {
      items,
      item_sets: [set],
      media: media.map((found) => found['o:id']),
      sites: [site],
      site_pages: [page],
      vocabularies: [vocabulary]
    },
    files: await filesOfAllKinds(),
    editor: accounts.authorization.editor!,
    host: new URL(base).host
  }
}

const titled = (text: string): object => ({ 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': text }] })

async function filesOfAllKinds (): Promise<Arsenal['files']> {
  const image = sharp(await quadrants(80, 60))
  return [
    { filename: 'a.jpg', content: await image.clone().jpeg().toBuffer() },
    { filename: 'a.png', content: await image.clone().png().toBuffer() },
    { filename: 'a.gif', content: await image.clone().gif().toBuffer() },
    { filename: 'a.webp', content: await image.clone().webp().toBuffer() },
    { filename: 'a.tiff', content: await image.clone().tiff().toBuffer() },
    { filename: 'bomb.png', content: pngBomb(20_000, 20_000) },
    { filename: 'bomb.gif', content: gifBomb(16_000) },
    { filename: 'a.pdf', content: Buffer.from(pdf(300, 200)) },
    { filename: 'a.svg', content: Buffer.from(SVG) },
    { filename: 'a.txt', content: Buffer.from('Plain words.\n'.repeat(20)) }
  ]
}

/** A GIF of a few bytes that claims to be a square with a given number of pixels a side. */
export function gifBomb (side: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const [palette, image] = ['800000000000ffffff', '2c00000000']
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from(palette, 'hex'),
    Buffer.from(image, 'hex'),
    size,
    Buffer.from('000202440100', 'hex'),
    Buffer.from(';')
  ])
}
