import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../app.js'
import { quadrants } from '../../files/fixtures/pictures.js'
import { temporaryFolder, title, type Ending } from '../../helper.js'
import { launch, open } from '../browser.js'
import { faults } from '../faults.js'
import { standalone } from './standalone.js'

const browser = await launch(t)

const html = (text: string): { 'o:ingester': string, html: string } => ({ 'o:ingester': 'html', html: text })

/** The id of the first class that an installation does not come with. */
const FIRST_OWN_CLASS = 106

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'

/** A small museum: pictures, a text, a person, and what links them. */
async function museum (t: Ending, api: Api): Promise<{ set: number, album: number, person: number }> {
  await api.installation.set('installation_title', 'Museum of Quiet Things')
  const folder = await temporaryFolder(t)
  const uploads = await Promise.all([[900, 700], [500, 800]].map(async ([width, height], index) => {
    const file = path.join(folder, `view-${index}.png`)
    const bytes = await quadrants(width!, height!)
    await writeFile(file, bytes)
    return { field: 'file', index: String(index), filename: `view-${index}.png`, path: file, size: bytes.length }
  }))
  const set = Number((await api.itemSets.create({
    ...title('Drawings and other things on paper'),
    'dcterms:description': [{ '@value': `What was drawn by hand in the ${LONG_WORD}.` }]
  }, { actor: OPERATOR })).id)
  await api.resource('vocabularies').create({
    'o:label': 'Places',
    'o:prefix': 'places',
    'o:namespace_uri': 'https://example.org/places#',
    'o:class': [{ 'o:local_name': 'Works', 'o:label': LONG_WORD }]
  }, { actor: OPERATOR })
  const person = Number((await api.items.create(title('Ada Marsh-von-Langename the Second'), { actor: OPERATOR })).id)
  const album = Number((await api.items.create({
    'dcterms:title': [{ '@value': 'The Keeper’s Album', '@language': 'en' }],
    'o:resource_class': { 'o:id': FIRST_OWN_CLASS },
    'dcterms:alternative': [{ '@value': 'ألبوم الحارس', '@language': 'ar' }],
    'dcterms:creator': [{ type: 'resource:item', value_resource_id: person }],
    'dcterms:source': [{ type: 'uri', '@id': `https://example.org/${'a-long-address/'.repeat(12)}` }],
    'dcterms:provenance': [{ '@value': 'Found', '@annotation': { 'dcterms:date': [{ '@value': '1891' }] } }],
    'o:item_set': [{ 'o:id': set }],
    'o:media': [
      { 'o:ingester': 'upload', file_index: 0, 'o:alt_text': 'Four coloured fields' },
      { 'o:ingester': 'upload', file_index: 1 },
      html('<p>A note inside the cover.</p>')
    ]
  }, { actor: OPERATOR, uploads })).id)
  for (let number = 1; number <= 30; number++) {
    await api.items.create({
      ...title(`A plain record with a rather long title, number ${number}`),
      'o:resource_class': { 'o:id': 33 },
      'dcterms:creator': [{ type: 'resource:item', value_resource_id: person }],
      'dcterms:subject': [{ '@value': number % 2 === 0 ? 'sea' : 'Donaudampfschifffahrtsgesellschaft' }]
    }, { actor: OPERATOR })
  }
  return { set, album, person }
}

const scaleOf = async (page: Page): Promise<number> => await page.evaluate(
  'new DOMMatrix(getComputedStyle(document.querySelector(\'[data-zoom] img\')).transform).a'
)

t.test('no page is wider than the smallest phone, and none has a serious fault', async (t) => {
  const { app, api } = await standalone(t)
  const base = await app.listen({ port: 0 })
  const { page: first } = await open(t, browser, base)
  await first.goto('/')
  t.same(await faults(first), [], 'the empty collection')
  const { set, album, person } = await museum(t, api)
  const pages = [
    '/', '/?view=list&sort=title', '/?q=record&dcterms:subject=sea&class=dctype:StillImage', '/?q=unicorn', '/item-sets',
    `/item-sets/${set}`, `/items/${album}`, `/items/${album}?media=3`, `/items/${person}`, `/media/${album + 1}`, '/items/9999'
  ]
  // Colours do not depend on the width.
  for (const [colorScheme, width, locale] of [['light', 320, 'de'], ['dark', 1280, 'en']] as const) {
    const { page, problems } = await open(t, browser, base, { colorScheme, viewport: { width, height: 760 }, locale })
    for (const address of pages) {
      await page.goto(address)
      t.same(await faults(page), [], `${address}, ${colorScheme}, ${width} px`)
      t.ok(await page.evaluate('document.documentElement.scrollWidth') as number <= width, `${address} fits into ${width} px`)
    }
    t.same(problems, [])
  }
})

t.test('a visitor searches, narrows down, opens a record and looks closer, with the keyboard alone', async (t) => {
  const { app, api } = await standalone(t)
  await museum(t, api)
  const { page, problems } = await open(t, browser, await app.listen({ port: 0 }))
  await page.goto('/')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('record')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/?q=record')
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'sea 15' }).press('Enter')
  await page.waitForURL('**/?q=record&dcterms:subject=sea')
  t.match(await page.getByRole('heading', { level: 2 }).first().textContent(), '15 items')
  t.match(await page.title(), /^record – /)
  await page.getByRole('link', { name: 'Remove Subject sea' }).press('Enter')
  await page.waitForURL('**/?q=record')

  await page.getByRole('searchbox').fill('keeper')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'The Keeper’s Album' }).press('Enter')
  await page.waitForURL('**/items/*')
  const picture = page.getByRole('link', { name: 'Four coloured fields. Picture' })
  await picture.focus()
  await page.keyboard.press('+')
  t.equal(await scaleOf(page), 1.5)
  await page.keyboard.press('0')
  t.equal(await scaleOf(page), 1)
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  t.equal(await scaleOf(page), 1.5)
  await page.getByRole('button', { name: 'Show all of it' }).press('Enter')
  t.equal(await scaleOf(page), 1)
  await picture.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await page.waitForFunction('new DOMMatrix(getComputedStyle(document.querySelector(\'[data-zoom] img\')).transform).a > 1')
  t.same(problems, [])
})

t.test('without a script everything is there, and pictures are links', async (t) => {
  const { app, api } = await standalone(t)
  const { album } = await museum(t, api)
  const { page } = await open(t, browser, await app.listen({ port: 0 }), { javaScriptEnabled: false })
  await page.goto(`/items/${album}`)
  t.match(await page.locator('.stage a').getAttribute('href'), /\/files\/original\/.*\.png$/)
  await page.locator('.strip a').nth(1).click()
  await page.waitForURL('**?media=2#viewer')
  t.equal(await page.locator('.strip a[aria-current]').count(), 1)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  t.equal(await page.locator('html').getAttribute('lang'), 'de')
  t.match(page.url(), '?media=2')
})

t.test('the text of a media runs no script, wherever it is shown', async (t) => {
  const { app, api } = await standalone(t)
  const id = Number((await api.items.create({
    ...title('Text'), 'o:media': [html('<p>Words</p><script>top.hacked = 1</script><img src=x onerror="top.hacked = 1">')]
  }, { actor: OPERATOR })).id)
  const { page } = await open(t, browser, await app.listen({ port: 0 }))
  await page.goto(`/items/${id}`)
  t.match(await page.frameLocator('iframe').locator('body').textContent(), 'Words')
  t.equal(await page.evaluate('window.hacked'), undefined)
})
