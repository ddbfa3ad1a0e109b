import t from 'tap'
import { OPERATOR } from '../../../../app.js'
import { build, form, title, type Key, type Server } from '../../../helper.js'

const CALL = { actor: OPERATOR }

async function upload ({ send }: Server, as: Key, name: string, content: string) {
  return await send({
    as,
    method: 'POST',
    url: '/api/items',
    ...await form({
      data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }),
      'file[0]': [new Blob([content]), name]
    })
  })
}

t.test('stored settings override configured ones, which override defaults', async (t) => {
  const { api, send } = await build(t, { title: 'Museum', pageSize: 2 })
  const { collectionSettings: settings } = api
  const titleOfPages = async (): Promise<string> => /<title>(.*)<\/title>/.exec((await send({ url: '/items' })).payload)![1]!
  t.equal(await titleOfPages(), 'Museum')
  await settings.set('title', 'Vitrine')
  t.equal(await titleOfPages(), 'Vitrine')
  await settings.set('installation_title' as 'title', 'Found by the name in Omeka S')
  t.equal(await titleOfPages(), 'Found by the name in Omeka S')
  await settings.unset('title')
  t.equal(await titleOfPages(), 'Museum')

  for (const text of ['one', 'two', 'three']) await api.items.create(title(text), CALL)
  t.equal((await send({ url: '/api/items' })).json<unknown[]>().length, 2)
  await settings.set('pageSize', 1)
  const page = await send({ url: '/api/items' })
  t.equal(page.json<unknown[]>().length, 1)
  t.match(page.headers.link, /page=3>; rel="last"/)
})

t.test('a default that earlier versions stored does not count as chosen, another value does', async (t) => {
  const { api: { installation, collectionSettings: settings } } = await build(t, { title: 'Museum', pageSize: 10 })
  await installation.set('installation_title', 'Vitrine')
  await installation.set('pagination_per_page', 25)
  await installation.set('locale', 'en_US')
  t.match(await settings.load(), { title: 'Museum', pageSize: 10, language: 'auto', disclosePrivate: false })
  await installation.set('installation_title', 'Set by a program')
  await installation.set('discloses_private', '1')
  t.match(await settings.load(), { title: 'Set by a program', disclosePrivate: true })
  t.match(await settings.list(), [{ name: 'title', origin: 'stored' }, { name: 'language', origin: 'default' }])
  await settings.unset('title')
  t.equal(await settings.get('title'), 'Museum')
})

t.test('files of further types are accepted, and nothing that a browser would run is served', async (t) => {
  const server = await build(t)
  const { api: { collectionSettings: settings }, send } = server
  const as = await server.account('editor')
  const hostile = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  t.equal((await upload(server, as, 'plan.svg', hostile)).statusCode, 422)
  await settings.set('mediaTypes', [...await settings.get('mediaTypes'), 'image/svg+xml'])
  await settings.set('fileExtensions', [...await settings.get('fileExtensions'), 'svg'])
  const item = (await upload(server, as, 'plan.svg', hostile)).json()
  const media = (await send({ url: new URL(item['o:media'][0]['@id']).pathname })).json()
  t.match(await send({ url: new URL(media['o:original_url']).pathname }), {
    statusCode: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'"
    }
  })
})

t.test('an extension that a shell might run is in no command', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  t.same((await upload(server, as, 'a.$(id)', 'A note.')).json().errors['o:media'][0].file, [
    'Error validating "a.$(id)". Cannot store files with the resolved extension "$(id)".',
    'To allow such files, run: vitrine setting set acceptAnyFile true'
  ])
  await server.api.collectionSettings.set('acceptAnyFile', true)
  t.equal((await upload(server, as, 'a.$(id)', 'A note.')).statusCode, 200)
})

t.test('language and time zone of the pages', async (t) => {
  const { api: { collectionSettings: settings, items }, send } = await build(t, { language: 'de' })
  await items.create(title('Amphora'), CALL)
  const languageOf = async (url: string): Promise<unknown> =>
    (await send({ url, headers: { accept: 'text/html', 'accept-language': 'es' } })).headers['content-language']
  const addresses = ['/items', '/items/1', '/items/99', '/login', '/api']
  for (const url of addresses) t.equal(await languageOf(url), 'de', url)
  for (const url of addresses) {
    await settings.unset('language')
    t.equal(await languageOf(url), 'de', url)
    await settings.set('language', 'fr')
    t.equal(await languageOf(url), 'fr', url)
  }

  const day = async (): Promise<string> =>
    /<time datetime="[^"]+">([^<]+)<\/time>/.exec((await send({ url: '/items/1' })).payload)![1]!
  // Between these two it is never the same day.
  await settings.set('timeZone', 'Pacific/Kiritimati')
  const east = await day()
  await settings.set('timeZone', 'Pacific/Niue')
  t.not(await day(), east)
})

t.test('a wrong name or value is refused, and changes nothing', async (t) => {
  const { api: { collectionSettings: settings } } = await build(t)
  const before = await settings.load()
  const refusals: Array<[name: string, value: unknown, message: string]> = [
    ['instalation_title', 'x', 'instalation_title is an unknown setting. The nearest is title.'],
    ['port', 80, 'port is not stored in the database. Set it in vitrine.json, by a flag or in the environment.'],
    ['pageSize', 0, 'pageSize: expected a whole number from 1 to 1000, got 0.'],
    ['pageSize', '7', 'pageSize: expected a whole number from 1 to 1000, got "7".'],
    ['timeZone', 'Paris', 'timeZone: expected the name of a time zone, such as Europe/Paris, got "Paris".'],
    ['language', 'it', 'language: expected one of auto, en, fr, de, es, got "it".'],
    ['title', ' ', 'title: expected a text of 1 to 200 characters, got " ".'],
    ['mediaTypes', ['flac'], 'mediaTypes: expected a list, each a media type, such as audio/flac, got ["flac"].'],
    ['fileExtensions', ['.flac'],
      'fileExtensions: expected a list, each an ending in small letters without a dot, such as flac, got [".flac"].'],
    ['acceptAnyFile', 'yes', 'acceptAnyFile: expected true or false, got "yes".']
  ]
  for (const [name, value, message] of refusals) await t.rejects(settings.set(name as 'title', value as string), { name: 'SettingsError', message })
  t.same(await settings.load(), before)
})
