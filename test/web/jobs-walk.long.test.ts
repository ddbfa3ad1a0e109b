import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { webhook } from '../../db/tables/index.js'
import { faults } from './faults.js'
import { patientJob } from './fixtures/patient-job.js'
import { quietWebhook } from './fixtures/webhook.js'
import { launch, listening, open, signIn } from './browser.js'

const browser = await launch(t)
const PATIENT = 'Museum\\Job\\Patient'

t.test('a job is followed to its end without loading the page again', async (t) => {
  const { job, end } = patientJob()
  const { base, email, api } = await listening(t, { jobs: [job] })
  const { page, problems } = await open(t, browser, base)
  const id = await api.jobs.start(PATIENT, { lines: ['One thing is done.'] }, { id: 1, role: 'global_admin' })
  await signIn(page, email)
  await page.getByRole('link', { name: 'Jobs' }).first().click()
  await page.getByRole('link', { name: `Patient No. ${id}` }).click()
  await page.getByText('42 %').first().waitFor()
  await page.getByText('One thing is done.').waitFor()
  await page.evaluate('window.stays = true')
  await page.locator('.confirm summary').click()
  end()
  await page.getByRole('status').getByText('Completed').waitFor()
  await page.getByText('Completed.', { exact: true }).waitFor()
  t.equal(await page.evaluate('window.stays'), true, 'the page was not loaded again')
  t.equal(await page.getByText('Stop the job').count(), 0)
  t.equal(await page.evaluate('document.activeElement.id'), 'content', 'the focus is not lost with the question')
  t.same(problems, [])
})

t.test('a running job is stopped by the keyboard, and the list follows', async (t) => {
  const { job } = patientJob()
  const { base, email, api } = await listening(t, { jobs: [job] })
  const { page, problems } = await open(t, browser, base)
  const id = await api.jobs.start(PATIENT, {}, OPERATOR)
  await signIn(page, email)
  await page.goto('/admin/job')
  const list = await page.context().newPage()
  await list.goto('/admin/job')
  await list.getByText('Running').waitFor()
  await page.getByRole('link', { name: `No. ${id}` }).press('Enter')
  await page.locator('.confirm summary').press('Enter')
  await page.getByRole('button', { name: 'Stop the job' }).press('Enter')
  await page.getByText('The job stops as soon as it can.').waitFor()
  await page.getByRole('status').getByText('Stopped').waitFor()
  await list.getByText('Stopped').waitFor()
  t.same(problems, [])
})

t.test('without a script the page is loaded again while the job runs, and no longer', async (t) => {
  const { job, end } = patientJob()
  const { base, email, api } = await listening(t, { jobs: [job] })
  const { page } = await open(t, browser, base, { javaScriptEnabled: false })
  const id = await api.jobs.start(PATIENT, {}, OPERATOR)
  await signIn(page, email)
  await page.goto(`/admin/job/${id}`)
  await page.getByText('Running').waitFor()
  end()
  await page.getByText('Completed', { exact: true }).waitFor()
  t.equal(await page.locator('meta[http-equiv=refresh]').count(), 0)
})

t.test('the pages of jobs and webhooks have no serious fault, and fit into every window', async (t) => {
  const { job } = patientJob()
  const { base, email, api } = await listening(t, { jobs: [job] })
  await api.rebuildFullText()
  const id = await api.jobs.start(PATIENT, { lines: [`A long word: ${'x'.repeat(400)}`] }, { id: 1, role: 'global_admin' })
  await api.jobs.start(PATIENT, {}, OPERATOR)
  const own = await quietWebhook(api, `Mirror ${'y'.repeat(80)}`, 'z'.repeat(300))
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, problems } = await open(t, browser, base, { colorScheme })
    await signIn(page, email)
    for (const width of colorScheme === 'light' ? [320, 768, 1280, 3840] : [1280]) {
      await page.setViewportSize({ width, height: 760 })
      for (const address of ['/admin/job', `/admin/job/${id}`, '/admin/job/1', '/admin/webhooks', '/admin/webhooks/add', `/admin/webhooks/${own}`]) {
        await page.goto(address)
        for (const summary of await page.locator('main summary').all()) await summary.click()
        // On a phone, and once in the dark: colours do not depend on the width.
        if (width === 320 || colorScheme === 'dark') t.same(await faults(page), [], `${address}, ${colorScheme}, ${width} px`)
        const shown = await page.evaluate('document.documentElement.scrollWidth') as number
        t.ok(shown <= width, `${address} fits into ${width} px`)
        if (process.env.PICTURES !== undefined) {
          const name = address.slice(7).replaceAll('/', '-')
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${colorScheme}-${width}.png` })
        }
      }
    }
    t.same(problems, [])
  }
})

t.test('on a phone, the list says in one line since when a webhook fails', async (t) => {
  const { base, email, api } = await listening(t)
  await quietWebhook(api, 'Mirror', '')
  await api.store.write(async (database) => { await database.update(webhook).set({ failingSince: 1_800_000_000 }) })
  const { page } = await open(t, browser, base, { viewport: { width: 360, height: 760 } })
  await signIn(page, email)
  await page.goto('/admin/webhooks')
  t.match(await page.locator('.since').innerText(), /^Failing since 15 January 2027 at .* UTC$/)
  t.equal(await page.evaluate('getComputedStyle(document.querySelector(".since time"), "::after").content'), 'none')
})
