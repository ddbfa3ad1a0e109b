import t from 'tap'
import { OPERATOR, type Scope } from '../../../api/core/calls/actor.js'
import type { Call } from '../../../api/core/calls/call.js'
import { collection, html, link, literal, refusal, titled } from '../collection.js'
import { build, form, title } from '../../helper.js'
import { quadrants } from '../../files/fixtures/pictures.js'

t.test('a key for items cannot delete or change media in any way', async (t) => {
  const c = await collection(t)
  const withKey = (scope: Scope): Call => ({ actor: { ...c.as.editor.actor, scope } })
  const items = withKey({ resources: ['items'] })
  const both = withKey({ resources: ['items', 'media'] })
  const item = await c.make('items', {})
  const page = await c.page(item)
  const refused = (operation: string) => ({
    kind: 'forbidden',
    errors: {
      error: `Permission denied for the current user to ${operation} media. ` +
        'The API key that was sent is only for items.'
    }
  })
  t.same(await refusal(c.patch('items', item, { 'o:media': [] }, items)), refused('delete'))
  t.same(await refusal(c.put('items', item, {}, items)), refused('delete'))
  t.same(await refusal(c.api.items.delete(item, items)), refused('delete'))
  t.same(
    await refusal(c.patch('items', item, { 'o:media': [{ 'o:id': page, 'o:is_public': false }] }, items)),
    refused('update')
  )
  t.same(await refusal(c.patch('items', item, { 'o:media': [{ 'o:id': page }, html()] }, items)), refused('create'))
  t.match(await c.get('media', page), { 'o:is_public': true })

  const whole = await c.get('items', item)
  await t.resolves(c.put('items', item, { ...whole, ...titled('Changed') }, items), 'what was read may be sent back')
  await t.resolves(c.patch('items', item, { 'o:media': [] }, both))
  await t.resolves(c.api.items.delete(item, items), 'without media it is an item alone')
})

t.test('a key for one resource type annotates its values', async (t) => {
  const c = await collection(t)
  const actor = { ...c.as.author.actor, scope: { resources: ['item_sets'] } }
  const id = await c.make(
    'item_sets',
    { 'dcterms:title': [literal('a', { '@annotation': { 'dcterms:date': [literal('1900')] } })] },
    { actor }
  )
  t.match(await c.get('item_sets', id), {
    'dcterms:title': [{ '@annotation': { 'dcterms:date': [{ '@value': '1900' }] } }]
  })
})

t.test('a key for vocabularies or sites cannot add or delete their members', async (t) => {
  const c = await collection(t)
  const withKey = (...resources: string[]): Call => ({ actor: { ...c.as.global_admin.actor, scope: { resources } } })
  const member = { 'o:local_name': 'a', 'o:label': 'A' }
  const payload = {
    'o:prefix': 'ex',
    'o:namespace_uri': 'http://example.org/',
    'o:label': 'Ex',
    'o:property': [member]
  }
  t.match(await refusal(c.make('vocabularies', payload, withKey('vocabularies'))), {
    kind: 'forbidden',
    errors: { error: /to create properties\. The API key that was sent is only for vocabularies\.$/ }
  })
  const id = await c.make('vocabularies', payload, withKey('vocabularies', 'properties'))
  t.match(await refusal(c.patch('vocabularies', id, { 'o:property': [] }, withKey('vocabularies'))), {
    kind: 'forbidden',
    errors: { error: /to delete properties\. The API key/ }
  })
  t.match(await refusal(c.api.resource('vocabularies').delete(id, withKey('vocabularies'))), { kind: 'forbidden' })
  const site = await c.make('sites', { 'o:title': 'a', 'o:theme': 'default' })
  t.match(await refusal(c.patch('sites', site, { 'o:page': [] }, withKey('sites'))), {
    kind: 'forbidden',
    errors: { error: /to delete site pages\. The API key/ }
  })
  t.match(await refusal(c.api.resource('sites').delete(site, withKey('sites'))), { kind: 'forbidden' })
  await t.resolves(c.api.resource('sites').delete(site, withKey('sites', 'site_pages')))
})

t.test('protected files are for keys that read media', async (t) => {
  const { send, api, account } = await build(t, { protectFiles: true })
  const editor = await account('editor')
  const data = { ...title('a'), 'o:is_public': false, 'o:media': [{ 'o:ingester': 'upload', file_index: '0' }] }
  const upload = await form({ data: JSON.stringify(data), 'file[0]': [new Blob([await quadrants(20, 20)]), 'a.png'] })
  const made = await send({ method: 'POST', url: '/api/items', as: editor, ...upload })
  const media = await send({ url: new URL(made.json()['o:media'][0]['@id']).pathname, as: editor })
  const { pathname } = new URL(media.json()['o:original_url'])
  const keyFor = async (resources: string[]) =>
    await api.keys.create('editor1@example.org', { label: 'scoped', scope: { resources } }, OPERATOR)
  t.equal((await send({ url: pathname, as: editor })).statusCode, 200)
  t.equal((await send({ url: pathname, as: await keyFor(['media']) })).statusCode, 200)
  t.equal((await send({ url: pathname, as: await keyFor(['vocabularies']) })).statusCode, 403)
  t.equal((await send({ url: pathname })).statusCode, 404)
})

t.test('the request of a user who is deleted meanwhile is refused, and nothing is written', async (t) => {
  const c = await collection(t)
  const { id, actor } = await c.another('editor')
  const item = await c.make('items', {})
  const gone = c.api.resource('users').delete(id, c.as.global_admin)
  const writes = [
    refusal(c.make('items', titled('a'), { actor })),
    refusal(c.make('items', { 'dcterms:relation': [link(item, { '@annotation': titled('b') })] }, { actor })),
    refusal(c.patch('items', item, titled('c'), { actor })),
    refusal(c.api.items.delete(item, { actor }))
  ]
  await gone
  for (const [at, operation] of ['create', 'create', 'update', 'delete'].entries()) {
    t.same(await writes[at], {
      kind: 'forbidden',
      errors: {
        error: `Permission denied for the current user to ${operation} items. There is no account ${id}.`
      }
    })
  }
  t.same(await c.find('items', {}), [item])
})
