import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { title } from '../../helper.js'
import { standalone } from './standalone.js'

/** Headers that browsers send when a user types an address. */
const TYPED = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none'
}

t.test('a user who types an address of the API is redirected to the corresponding page', async (t) => {
  const { app, api } = await standalone(t)
  await api.items.create(title('A lamp'), { actor: OPERATOR })
  const pages = {
    '/api/items/1': '/items/1',
    '/api/items/1/': '/items/1',
    '/api/item_sets/7': '/item-sets/7',
    '/api/media/7': '/media/7',
    '/api/item_sets': '/item-sets',
    '/api/items': '/',
    '/api/items?fulltext_search=old+lamp&item_set_id=3&page=1&per_page=5': '/?q=old+lamp&set=3',
    '/api/items?sort_by=title&sort_order=asc': '/?sort=title'
  }
  for (const [address, page] of Object.entries(pages)) {
    const answer = await app.inject({ url: address, headers: TYPED })
    t.equal(answer.statusCode, 303, address)
    t.equal(answer.headers.location, page)
    t.match(answer.headers.vary, /Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site/)
  }
})

t.test('programs and requests for data are not redirected', async (t) => {
  const { app, api } = await standalone(t)
  await api.items.create(title('A lamp'), { actor: OPERATOR })
  const read = async (url: string, headers: Record<string, string>): Promise<void> => {
    const { statusCode, headers: { 'content-type': type } } = await app.inject({ url, headers })
    t.not(statusCode, 303, `${url} ${JSON.stringify(headers)}`)
    t.match(type, /json|turtle/)
  }
  await read('/api/items/1', {})
  await read('/api/items/1', { accept: TYPED.accept })
  await read('/api/items/1', { ...TYPED, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' })
  await read('/api/items/1', { ...TYPED, 'sec-fetch-site': 'same-origin' })
  await read('/api/items/1', { ...TYPED, accept: 'application/ld+json' })
  await read('/api/items/1', { ...TYPED, authorization: 'Basic eDp5' })
  await read('/api/items/1?pretty_print=1', TYPED)
  await read('/api/items/1?format=turtle', TYPED)
  await read('/api/items?key_identity=x&key_credential=y', TYPED)
  await read('/api/items?property[0][property]=dcterms:title&property[0][type]=ex', TYPED)
  await read('/api/items?page=2', TYPED)
  await read('/api/media', TYPED)
})

t.test('without pages of the collection nothing is redirected', async (t) => {
  const { app } = await standalone(t, { explore: false })
  const answer = await app.inject({ url: '/api/items', headers: TYPED })
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers.vary, 'Accept, Authorization, Accept-Encoding')
})
