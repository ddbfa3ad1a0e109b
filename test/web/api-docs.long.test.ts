import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Fastify from 'fastify'
import t from 'tap'
import type { Page } from 'playwright-core'
import vitrine, { open as openCollection } from '../../app.js'
import { dataFolder, title, WITHOUT_THREADS, type Ending } from '../helper.js'
import { launch, open } from './browser.js'

const browser = await launch(t)
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A collection below `/collections`, with one item; `foreign`: what the page requests elsewhere. */
async function documented (t: Ending) {
  const api = await openCollection({ data: await dataFolder(t), ...WITHOUT_THREADS })
  t.teardown(() => api.close())
  const { id } = await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor' })
  const actor = { id: Number(id), role: 'editor' } as const
  await api.items.create(title('Lighthouse at dusk'), { actor })
  await api.items.create(title('Harbour at dawn'), { actor })
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(vitrine, { prefix: '/collections', api })
  return await app.listen({ port: 0 })
}

async function docs (
  t: Ending,
  base: string,
  options = {}
): Promise<{ page: Page; problems: string[]; foreign: string[] }> {
  const { page, problems } = await open(t, browser, base, options)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(base)) foreign.push(request.url())
  })
  await page.goto('/collections/api-docs')
  await page.locator('.opblock-tag').first().waitFor()
  return { page, problems, foreign }
}

t.test('an operation is tried in the browser, with nothing from elsewhere, and answers', async (t) => {
  const { page, problems, foreign } = await docs(t, await documented(t))
  await page.locator('.opblock-tag[data-tag="items"]').click()
  const search = page.locator('.opblock', { has: page.locator('[data-path="/api/items"]') }).first()
  await search.locator('.opblock-summary-control').click()
  await search.getByPlaceholder('property[0][property]').fill('dcterms:title')
  await search.locator('[data-param-name="property[0][type]"] select').selectOption('sw')
  await search.getByPlaceholder('property[0][text]').fill('Light')
  await search.getByRole('button', { name: 'Execute' }).click()
  const answer = search.locator('.live-responses-table .response').first()
  await answer.waitFor()
  const text = await answer.textContent()
  t.match(text, /Lighthouse at dusk/)
  t.notMatch(text, /Harbour at dawn/)
  t.match(text, /service-total-results: 1/)
  t.same(foreign, [])
  t.same(problems, [])
})

t.test('the page fits a telephone, and our part of it has no serious fault of accessibility', async (t) => {
  const base = await documented(t)
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, problems } = await docs(t, base, { viewport: { width: 320, height: 800 }, colorScheme })
    t.ok(await page.evaluate('document.documentElement.scrollWidth <= 320'), `${colorScheme}: nothing is cut off`)
    await page.evaluate(AXE)
    t.same(
      await page.evaluate(`axe.run({ exclude: ['.swagger-ui'] }).then(({ passes, violations }) => passes.length === 0
      ? ['nothing was looked at'] : violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id))`),
      [],
      colorScheme
    )
    t.same(problems, [])
  }
})

t.test('the document of the collection is linked, and the first link leads to the operations', async (t) => {
  const { page } = await docs(t, await documented(t))
  t.equal(
    await page.getByRole('link', { name: 'openapi.json' }).first().getAttribute('href'),
    '/collections/api/openapi.json'
  )
  await page.getByRole('link', { name: 'To the operations' }).click()
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Authorize')
})
