import Fastify from 'fastify'
import t from 'tap'
import vitrine, { serverOptions } from '../../../app.js'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { title } from '../../helper.js'
import { standalone } from './standalone.js'

t.test('public addresses of Omeka S redirect to the corresponding pages, if the visitor may see them', async (t) => {
  const { app, api } = await standalone(t)
  const actor = { actor: OPERATOR }
  const html = { 'o:ingester': 'html', html: 'x' }
  await api.items.create({ ...title('A lamp'), 'o:media': [html] }, actor)
  await api.itemSets.create(title('Lamps'), actor)
  await api.items.create({ ...title('Hidden'), 'o:is_public': false }, actor)
  const site = { 'o:title': 'Old', 'o:slug': 'old', 'o:theme': 'default', 'o:is_public': true }
  await api.resource('sites').create(site, actor)
  await api.resource('sites').create({ ...site, 'o:slug': 'hidden', 'o:is_public': false }, actor)
  await api.resource('site_pages').create({
    'o:title': 'About', 'o:slug': 'about', 'o:site': { 'o:id': 1 }, 'o:is_public': true
  }, actor)
  const pages = {
    '/s/old': '/',
    '/s/old/': '/',
    '/s/old/page/about': '/',
    '/s/old/item': '/',
    '/s/old/item/browse': '/',
    '/s/old/item?fulltext_search=old+lamp&item_set_id=3&page=1': '/?q=old+lamp&set=3',
    '/s/old/item?sort_by=title&sort_order=asc': '/?sort=title',
    '/s/old/item?property[0][property]=1': '/',
    '/s/old/index/search?fulltext_search=lamp': '/?q=lamp',
    '/s/old/item/1': '/items/1',
    '/s/old/item/1/': '/items/1',
    '/s/old/item/1?utm_source=x': '/items/1',
    '/s/old/media': '/',
    '/s/old/media/2': '/media/2',
    '/s/old/item-set': '/item-sets',
    '/s/old/item-set/3': '/item-sets/3',
    '/item': '/',
    '/item/1': '/items/1',
    '/media': '/',
    '/item-set': '/item-sets',
    '/item-set/3': '/item-sets/3'
  }
  for (const [url, page] of Object.entries(pages)) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url })
      t.same([answer.statusCode, answer.headers.location], [301, page], `${method} ${url}`)
      t.equal(answer.headers['cache-control'], 'no-store', 'what a visitor may see can change')
    }
  }
  for (const url of [
    '/s/other', '/s/hidden', '/s/hidden/item/1', '/s/hidden/item', '/s/old/page/other', '/s/hidden/page/about',
    '/item/4', '/s/old/item/4', '/s/old/item/3', '/item/99', '/item/x', '/s/old/item/..%2f1', '/item-set/1', '/s/old/other/1', '/s'
  ]) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    t.equal(answer.statusCode, 404, url)
    t.notOk('location' in answer.headers)
  }
  t.match(await app.inject({ url: '/media/2' }), { statusCode: 200 })

  const around = Fastify(serverOptions)
  t.teardown(async () => { await around.close() })
  await around.register(vitrine, { api, prefix: '/museum' })
  for (const [url, page] of [
    ['/museum/s/old/item/1', '/museum/items/1'], ['/museum/s/old', '/museum/'],
    ['/museum/s/old/item?fulltext_search=x', '/museum/?q=x'], ['/museum/item-set', '/museum/item-sets']
  ] as const) {
    const answer = await around.inject({ url })
    t.same([answer.statusCode, answer.headers.location], [301, page], url)
  }
})
