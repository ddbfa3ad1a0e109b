import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import sharp from 'sharp'
import type { Call, Upload } from '../../../api/core/calls/call.js'
import { collection, refusal, titled, type Collection, type Json } from '../collection.js'

/** Call options with a picture as upload. */
async function bringing ({ data }: Collection, call: Call, more: Partial<Upload> = {}): Promise<Call> {
  const file = path.join(data, 'upload')
  await writeFile(
    file,
    await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  )
  return { ...call, uploads: [{ field: 'file', index: null, filename: 'Pixel é.PNG', path: file, size: 1, ...more }] }
}

const filesOf = async ({ data }: Collection): Promise<string[]> =>
  await readdir(path.join(data, 'files', 'asset')).catch(() => [])

t.test('an asset is named after its file unless it is given a name', async (t) => {
  const c = await collection(t)
  const call = await bringing(c, c.as.author)
  t.match(await c.get('assets', await c.make('assets', {}, call)), {
    'o:owner': { 'o:id': c.id('author') },
    'o:name': 'Pixel é.PNG',
    'o:filename': /^[0-9a-f]{40}\.png$/,
    'o:media_type': 'image/png',
    'o:alt_text': null
  })
  t.match(await c.get('assets', await c.make('assets', { 'o:name': 'Named', 'o:alt_text': 'Alt' }, call)), {
    'o:name': 'Named',
    'o:alt_text': 'Alt'
  })
  t.equal((await filesOf(c)).length, 2)
})

t.test('the last of several parts named `file` counts, as in PHP', async (t) => {
  const c = await collection(t)
  const { uploads: [first], ...call } = await bringing(c, c.as.author) as Call & { uploads: Upload[] }
  const id = await c.make('assets', {}, { ...call, uploads: [first!, { ...first!, filename: 'Second.png' }] })
  t.equal((await c.get('assets', id))['o:name'], 'Second.png')
})

t.test('without a file part named `file` there is no asset', async (t) => {
  const c = await collection(t)
  const none = { kind: 'invalid', errors: { file: ['No file was uploaded'] } }
  t.same(await refusal(c.make('assets', {})), none)
  t.same(await refusal(c.make('assets', {}, await bringing(c, c.as.global_admin, { index: '0' }))), none)
})

t.test('the file of a refused asset does not stay', async (t) => {
  const c = await collection(t)
  t.same((await refusal(c.make('assets', { 'o:name': null }, await bringing(c, c.as.editor)))).errors, {
    'o:name': ['An asset must have a name.']
  })
  t.match(await refusal(c.make('assets', { 'o:owner': { 'o:id': 1 } }, await bringing(c, c.as.editor))), {
    kind: 'forbidden',
    errors: { error: /to change the owner of this asset/ }
  })
  t.same(await filesOf(c), [])
})

t.test('name and alternative text can be changed, the owner cannot', async (t) => {
  const c = await collection(t)
  const id = await c.make('assets', { 'o:alt_text': 'Alt' }, await bringing(c, c.as.author))
  t.match(await c.patch('assets', id, { 'o:name': 'x', 'o:owner': { 'o:id': 1 } }), {
    'o:name': 'x',
    'o:alt_text': 'Alt',
    'o:owner': { 'o:id': c.id('author') }
  })
  t.match(await c.put('assets', id, { 'o:name': 'y' }), { 'o:name': 'y', 'o:alt_text': null })
  for (const name of ['', null, 5]) {
    t.same((await refusal(c.patch('assets', id, { 'o:name': name }))).errors, {
      'o:name': ['An asset must have a name.']
    })
  }
  t.same((await refusal(c.put('assets', id, {}))).errors, { 'o:name': ['An asset must have a name.'] })
})

t.test('a deleted asset leaves neither file nor thumbnail', async (t) => {
  const c = await collection(t)
  const id = await c.make('assets', {}, await bringing(c, c.as.global_admin))
  const item = await c.make('items', { ...titled('Item'), 'o:thumbnail': { 'o:id': id } })
  t.match(await c.get('items', item), { thumbnail_display_urls: { large: /\/files\/asset\// } })
  t.equal((await c.api.resource('assets').delete(id, c.as.global_admin)).id, id)
  t.match(await c.get('items', item), { 'o:thumbnail': null, thumbnail_display_urls: { large: null } })
  t.same(await filesOf(c), [])
})

t.test('owner_id 0 finds assets without an owner', async (t) => {
  const c = await collection(t)
  const id = await c.make('assets', {}, await bringing(c, c.as.author))
  t.same(await c.find('assets', { owner_id: '0' }), [])
  await c.api.resource('users').delete(c.id('author'), c.as.global_admin)
  t.same(await c.find('assets', { owner_id: '0' }), [id])
  t.same((await c.api.resource('assets').search({ return_scalar: 'owner' }, c.as.anonymous)).json() as Json, {
    [id]: null
  })
})
