import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { faults } from './faults.js'
import { launch, listening, open, signIn } from './browser.js'

const browser = await launch(t)

const PRINTS = {
  name: 'prints.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Identifier;Title;Subject;Kept in
P-1;Nocturne;river|night;London
P-2;The Thames at dusk, seen from the bridge at Wapping;river;Hull
`)
}

for (const javaScriptEnabled of [true, false]) {
  t.test(`a table is imported and undone ${javaScriptEnabled ? 'with' : 'without'} a script`, async (t) => {
    const { base, email, api } = await listening(t)
    const { page, problems } = await open(t, browser, base, { javaScriptEnabled })
    await signIn(page, email)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel('File', { exact: true }).setInputFiles(PRINTS)
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByRole('heading', { name: 'prints.csv' }).waitFor()

    const subject = page.getByRole('group', { name: 'Subject' })
    t.equal(await subject.getByLabel('Becomes').inputValue(), 'dcterms:subject')
    const place = page.getByRole('group', { name: 'Kept in' })
    await place.getByLabel('Becomes').selectOption('dcterms:spatial')
    await place.getByText('Kind, language, several values').click()
    await place.getByLabel('Language', { exact: false }).last().fill('en')
    await page.getByLabel('Put all into the item set').fill('Prints')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes are saved.').waitFor()
    await page.reload()
    t.equal(await place.getByLabel('Becomes').inputValue(), 'dcterms:spatial', 'a reload keeps what was chosen')

    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByRole('heading', { name: 'Nocturne' }).waitFor()
    t.match(await page.getByText('London').textContent(), /London\s+en/)
    await page.goBack()
    t.equal(await place.getByLabel('Becomes').inputValue(), 'dcterms:spatial', 'and so does going back')
    await page.goForward()
    await page.getByRole('button', { name: 'Import' }).click()
    await page.waitForURL('**/admin/job/*')
    await page.getByText('Completed', { exact: true }).waitFor()
    const address = page.url()
    t.equal((await api.items.search({ search: 'Wapping' }, { actor: OPERATOR })).total, 1)
    t.equal((await api.itemSets.search({}, { actor: OPERATOR })).total, 1)

    await page.getByText('Undo this import').click()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.waitForURL((url) => url.href.includes('/admin/job/') && url.href !== address)
    await page.getByText('Completed', { exact: true }).waitFor()
    t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0)
    t.same(problems, [])
  })
}

t.test('all steps work with the keyboard, and errors are announced', async (t) => {
  const { base, email } = await listening(t)
  const { page, problems } = await open(t, browser, base)
  await signIn(page, email)
  await page.goto('/admin/import')
  await page.getByLabel('File', { exact: true }).setInputFiles({ ...PRINTS, buffer: Buffer.from('\n') })
  await page.getByRole('button', { name: 'Send the file' }).press('Enter')
  await page.getByRole('alert').getByText('cannot be read as a table').waitFor()
  t.equal(await page.locator('#file').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('File', { exact: true }).setInputFiles(PRINTS)
  await page.getByRole('button', { name: 'Send the file' }).press('Enter')
  await page.getByRole('heading', { name: 'prints.csv' }).waitFor()
  const title = page.getByRole('group', { name: 'Title' })
  await title.getByText('Kind, language, several values').press('Enter')
  const language = title.getByRole('textbox', { name: 'Language' })
  await language.focus()
  await page.keyboard.type('no language')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This is not a language tag').waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Title' }).press('Enter')
  t.equal(await page.evaluate('document.activeElement.id'), 'language-2', 'the error leads to its field')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('en')
  await page.keyboard.press('Enter')
  await page.getByText('The changes are saved.').waitFor()
  t.same(problems, [])
})

t.test('the pages of imports have no serious fault, and fit into every window', async (t) => {
  const { base, email } = await listening(t)
  const wide = Array.from({ length: 30 }, (_, i) => i === 0 ? 'Title' : i === 1 ? 'Visibility' : `A header ${'x'.repeat(i * 4)}`)
  const table = [wide, wide.map((_, i) => 'word'.repeat(i * 20)), wide.map(() => 'https://example.org/a')]
  const file = { ...PRINTS, buffer: Buffer.from(table.map((row) => row.join(';')).join('\n')) }
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, problems } = await open(t, browser, base, { colorScheme })
    const look = async (name: string): Promise<void> => {
      for (const width of colorScheme === 'light' ? [320, 768, 1280] : [1280]) {
        await page.setViewportSize({ width, height: 760 })
        // On a phone, and once in the dark: colours do not depend on the width.
        if (width === 320 || colorScheme === 'dark') t.same(await faults(page), [], `${name}, ${colorScheme}, ${width} px`)
        const shown = await page.evaluate('document.documentElement.scrollWidth') as number
        t.ok(shown <= width, `${name} fits into ${width} px`)
      }
    }
    await signIn(page, email)
    await page.goto('/admin/import')
    await page.getByText('How the table should look').click()
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await look('files')
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('How the file is read').click()
    for (const how of await page.locator('.how > summary').all()) await how.click()
    await look('columns')
    await page.getByLabel('Language – Title').fill('?')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await look('columns, wrong')
    await page.getByLabel('Language – Title').fill('en')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await look('preview')
    await page.goto('/admin/import')
    await look('files that were sent')
    t.same(problems, [])
  }
})
