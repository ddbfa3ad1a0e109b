import t from 'tap'
import { noun } from '../../../api/core/text/nouns.js'
import { collection, html, refusal } from '../collection.js'

const denied = (entity: string) => ({
  kind: 'forbidden',
  errors: { error: `Permission denied for the current user to change the owner of this ${noun(entity)}.` }
})

t.test('the creator of a resource owns it', async (t) => {
  const { make, get, as, id } = await collection(t)
  for (const given of [undefined, null, {}, { 'o:id': null }, { 'o:id': 'x' }, [], 5, 'x']) {
    t.equal(
      (await get('items', await make('items', { 'o:owner': given }, as.author)))['o:owner']['o:id'],
      id('author'),
      JSON.stringify(given)
    )
  }
})

t.test('only administrators may set the owner of a new resource, even to themselves', async (t) => {
  const { make, get, as, id } = await collection(t)
  for (const role of ['author', 'reviewer', 'editor'] as const) {
    t.match(await refusal(make('items', { 'o:owner': { 'o:id': id(role) } }, as[role])), denied('Item'), role)
    t.match(await refusal(make('item_sets', { 'o:owner': { 'o:id': 0 } }, as[role])), denied('ItemSet'), role)
  }
  for (const role of ['site_admin', 'global_admin'] as const) {
    t.equal(
      (await get('items', await make('items', { 'o:owner': { 'o:id': `${id('author')}` } }, as[role])))['o:owner'][
        'o:id'
      ],
      id('author')
    )
  }
})

t.test('an owner who does not exist refuses the write', async (t) => {
  const { make, patch } = await collection(t)
  t.match(await refusal(make('items', { 'o:owner': { 'o:id': 999 } })), {
    kind: 'not-found',
    errors: { error: 'User 999 was not found.' }
  })
  const id = await make('items', {})
  t.match(await refusal(patch('items', id, { 'o:owner': { 'o:id': '999' } })), {
    kind: 'not-found',
    errors: { error: 'User 999 was not found.' }
  })
})

t.test('sending the owner there is changes nothing and needs no right', async (t) => {
  const { make, put, as, id } = await collection(t)
  const item = await make('items', {}, as.author)
  for (const given of [id('author'), `${id('author')}`]) {
    t.equal((await put('items', item, { 'o:owner': { 'o:id': given } }, as.author))['o:owner']['o:id'], id('author'))
  }
  for (const given of [null, {}, [], 5]) {
    t.equal((await put('items', item, { 'o:owner': given }, as.author))['o:owner']['o:id'], id('author'))
  }
})

t.test('giving away and disowning need an administrator', async (t) => {
  const { make, patch, as, id } = await collection(t)
  const item = await make('items', {}, as.author)
  for (const role of ['author', 'reviewer', 'editor'] as const) {
    t.match(
      await refusal(patch('items', item, { 'o:owner': { 'o:id': id('editor') } }, as[role])),
      denied('Item'),
      role
    )
    t.match(await refusal(patch('items', item, { 'o:owner': { 'o:id': null } }, as[role])), denied('Item'), role)
  }
  t.equal(
    (await patch('items', item, { 'o:owner': { 'o:id': id('editor') } }, as.site_admin))['o:owner']['o:id'],
    id('editor')
  )
  t.equal((await patch('items', item, { 'o:owner': { 'o:id': null } }))['o:owner'], null)
})

t.test('a user who gives a private item away no longer sees it', async (t) => {
  const { make, patch, find, as, id } = await collection(t)
  const item = await make('items', { 'o:is_public': false }, as.author)
  await patch('items', item, { 'o:owner': { 'o:id': id('editor') } })
  t.same(await find('items', {}, as.author), [])
})

t.test('a media belongs to the owner of its item, whichever user adds it', async (t) => {
  const { make, page, get, patch, as, id } = await collection(t)
  const item = await make('items', {}, as.author)
  const media = await page(item, { 'o:owner': { 'o:id': id('author') } }, as.editor)
  t.equal((await get('media', media))['o:owner']['o:id'], id('author'))
  t.match(await refusal(page(item, { 'o:owner': { 'o:id': id('editor') } }, as.editor)), denied('Media'))
  const changed = await patch('items', item, { 'o:media': [html()] }, as.editor)
  t.equal((await get('media', changed['o:media'][0]['o:id']))['o:owner']['o:id'], id('author'))
})

t.test('a media of an item without owner belongs to who adds it', async (t) => {
  const { make, page, patch, get, as, id } = await collection(t)
  const item = await make('items', {})
  await patch('items', item, { 'o:owner': { 'o:id': null } })
  t.equal((await get('media', await page(item, {}, as.editor)))['o:owner']['o:id'], id('editor'))
})

t.test('an annotation cannot be given to another user either', async (t) => {
  const { make, as, id } = await collection(t)
  const value = {
    '@value': 'a',
    '@annotation': { 'o:owner': { 'o:id': id('editor') }, 'dcterms:date': [{ '@value': '1900' }] }
  }
  t.match(await refusal(make('items', { 'dcterms:title': [value] }, as.author)), denied('ValueAnnotation'))
})

t.test('the right to change the owner is checked before other references are looked up', async (t) => {
  const { make, patch, as } = await collection(t)
  const item = await make('items', {}, as.author)
  t.match(
    await refusal(patch('items', item, { 'o:owner': { 'o:id': 1 }, 'o:resource_class': { 'o:id': 9999 } }, as.author)),
    denied('Item')
  )
  t.match(
    await refusal(make('items', { 'o:owner': { 'o:id': 1 }, 'o:resource_class': { 'o:id': 9999 } }, as.author)),
    denied('Item')
  )
})
