import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import type { Api } from '../../app.js'
import { quietWebhook } from './fixtures/webhook.js'
import { launch, listening, open, signIn } from './browser.js'

const browser = await launch(t)

const ADDRESSES = [
  '/login', '/admin', '/admin/user', '/admin/user?search=ada', '/admin/user/add', '/admin/user/1/edit', '/admin/job',
  '/admin/job/1', '/admin/import', '/admin/webhooks', '/admin/webhooks/add', '/admin/webhooks/1', '/logout', '/admin/nothing', '/items', '/item-sets', '/api-docs', '/api'
]

/** Names, data and words that several languages write alike; Swagger UI exists in English only. */
const ALIKE = new Set([
  'Vitrine', 'Ada Lovelace', 'ada@example.org', 'API', 'OpenAPI', 'JSON-LD', 'Name', 'Collection', 'Documentation',
  'Administration', 'Start', 'English', 'Français', 'Deutsch', 'Español', 'Pages', 'Page', 'Description', 'OK', '·',
  'Authorize', 'Menu', 'Classes', 'Annotation', 'Editor', 'Export', 'Ada', 'openapi.json', 'Jobs', 'Media', 'Sites',
  'Import', 'Text', 'Base Resource', 'Ada.csv', 'Webhooks', '1 webhook.', '10 bytes,', 'utf-8', 'utf-16le', 'windows-1252'
])

/** Names of properties and classes, which are listed with their terms. */
const NAME = /\([a-z]+:\w+\)$/

/** A table that the first administrator has sent. @returns the id of its upload. */
async function sentTable (api: Api): Promise<string> {
  const file = path.join(api.files.work.temporary, 'sent')
  await writeFile(file, '\u0391,\u0392\n\u0393,\u0394\n')
  const actor = { id: 1, role: 'global_admin' } as const
  const { id } = await api.importUploads.add({ path: file, filename: 'Ada.csv', size: 10 }, actor)
  const table = await api.tables.read(await api.importUploads.pathOf(id, actor))
  const { columns: [first, second], ...mapping } = await api.tables.guess(table)
  const columns = [{ ...first!, to: 'dcterms:title' }, second!]
  await api.importUploads.choose(id, { mapping: { ...mapping, columns } }, actor)
  return id
}

const TEXTS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest('script, style, code, noscript, #operations') === null) texts.push(node.data.trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [title]')) {
    if (element.closest('#operations') === null) texts.push(element.ariaLabel ?? element.title)
  }
  return texts.filter((text) => /\\p{L}{2}/u.test(text))
})()`

t.test('no English word is left on a page in another language', async (t) => {
  const { base, email, api } = await listening(t)
  await api.rebuildFullText()
  const upload = await sentTable(api)
  await quietWebhook(api, 'Ada', '')
  const addresses = [...ADDRESSES, `/admin/import/${upload}`, `/admin/import/${upload}/preview`]
  const { page, problems } = await open(t, browser, base)
  const types = new Set<string>()
  const read = async (language: string): Promise<Map<string, string[]>> => {
    await page.context().addCookies([{ name: 'vitrine_language', value: language, url: base }])
    const texts = new Map<string, string[]>()
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      t.equal(await page.evaluate('document.documentElement.lang'), language, address)
      const found = await page.evaluate(TEXTS) as string[]
      if (address === '/api') for (const name of found) if (/^[a-z_]+$/.test(name)) types.add(name)
      texts.set(address, found)
    }
    return texts
  }
  await signIn(page, email)
  const english = await read('en')
  for (const language of ['fr', 'de', 'es']) {
    for (const [address, texts] of await read(language)) {
      const same = texts.filter((text) => english.get(address)!.includes(text) && !ALIKE.has(text) && !types.has(text))
        .filter((text) => !NAME.test(text))
      t.same(same, [], `${address} in ${language}`)
    }
  }
  t.same(problems, [])
})

t.test('no name of a resource type is broken on a small phone', async (t) => {
  const { base, email } = await listening(t)
  const { page } = await open(t, browser, base, { locale: 'fr', viewport: { width: 320, height: 640 } })
  await page.context().addCookies([{ name: 'vitrine_language', value: 'en', url: base }])
  await signIn(page, email)
  await page.goto('/admin?lang=fr')
  const linesOf = `(() => { const range = document.createRange()
    return [...document.querySelectorAll('.caption')].map((caption) => {
      range.selectNodeContents(caption)
      return caption.textContent + ' ' + range.getClientRects().length
    }) })()`
  t.same(await page.evaluate(linesOf), ['Objets 1', 'Ensembles 1', 'Médias 1'])
})
