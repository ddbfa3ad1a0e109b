import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { start } from '../cli/program.js'
import { faults } from './faults.js'
import { launch, listening, open, PASSWORD, signIn } from './browser.js'
import { temporaryFolder } from '../helper.js'

const run = promisify(execFile)

/** Shared by all tests: each page has a browser context, and so cookies, of its own. */
const browser = await launch(t)

t.test('first start, sign in, make a key, use it with curl, revoke it, refused', async (t) => {
  const server = start(t, ['serve', '--data', await temporaryFolder(t), '--port', '0'])
  const base = await server.says(/listening at (\S+)/)
  const password = await server.says(/admin@example\.org\n\s+(\S+)/)
  const { page, problems } = await open(t, browser, base, { permissions: ['clipboard-read', 'clipboard-write'] })

  await page.goto('/admin')
  t.match(page.url(), /\/login\?next=%2Fadmin$/)
  await page.getByLabel('E-mail address').fill('admin@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Welcome, Administrator')

  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByLabel('Label').fill('Catalogue export')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const identity = (await page.locator('#key_identity').textContent())!
  const credential = (await page.locator('#key_credential').textContent())!
  t.match(identity, /^\w{32}$/)
  t.match(credential, /^\w{32}$/)
  await page.getByRole('button', { name: 'Copy key_credential' }).click()
  t.equal(await page.evaluate('navigator.clipboard.readText()'), credential)

  const create = async (): Promise<string> => {
    const { stdout } = await run('curl', ['--silent', '--show-error', '--write-out', '\n%{http_code}', '--user', `${identity}:${credential}`,
      `${base}/api/items`, '--header', 'Content-Type: application/json', '--data', '{"dcterms:title": [{"@value": "By curl"}]}'])
    return stdout
  }
  t.match(await create(), /"o:title":"By curl".*\n200$/)

  await page.goto('/admin/user/1/edit#edit-keys')
  t.notMatch(await page.content(), credential, 'the credential was shown once')
  const entry = page.locator('.keys > li', { hasText: 'Catalogue export' })
  t.match(await entry.textContent(), /Last used.*from (?:::ffff:)?127\.0\.0\.1/s)
  await entry.getByText('Revoke Catalogue export', { exact: true }).click()
  await entry.getByRole('button', { name: 'Revoke the key' }).click()
  t.equal(await page.getByRole('status').first().textContent(), 'The key is revoked.')
  t.match(await create(), /it was revoked.*\n401$/)
  t.same(problems, [])
  t.notMatch(server.stdout + server.stderr, credential)
})

t.test('a form that is sent again makes no second key', async (t) => {
  const { base, email } = await listening(t)
  const { page } = await open(t, browser, base)
  await signIn(page, email)
  await page.goto('/admin/user/1/edit#edit-keys')
  await page.getByLabel('Label').fill('Once')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.locator('#key_identity').waitFor()
  await page.reload()
  t.match(await page.getByRole('status').first().textContent(), 'was made before')
  t.equal(await page.locator('.keys > li').count(), 1)
  t.equal(await page.locator('#edit-keys').isVisible(), true)
})

t.test('a wrong password is reported beside the field, and the e-mail address stays in the form', async (t) => {
  const { base, email } = await listening(t)
  const { page } = await open(t, browser, base)
  await signIn(page, email, 'wrong')
  t.match(await page.getByRole('alert').textContent(), 'E-mail address or password is wrong.')
  const field = page.getByLabel('Password')
  t.equal(await field.getAttribute('aria-invalid'), 'true')
  const described = await field.getAttribute('aria-describedby')
  t.match(await page.locator(`#${described}`).textContent(), 'is wrong')
  t.equal(await page.getByLabel('E-mail address').inputValue(), email)
  t.equal(await field.inputValue(), '')
})

t.test('everything works without a script', async (t) => {
  const { base, email } = await listening(t)
  const { page } = await open(t, browser, base, { javaScriptEnabled: false })
  await signIn(page, email)
  await page.goto('/admin/user/1/edit#edit-keys')
  t.equal(await page.locator('#edit-keys').isVisible(), true)
  t.equal(await page.locator('#user-information').isVisible(), false)
  await page.getByRole('link', { name: 'Password' }).click()
  t.equal(await page.locator('#change-password').isVisible(), true)
  t.equal(await page.locator('#edit-keys').isVisible(), false)
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password', { exact: true }).fill('another quiet case')
  await page.getByLabel('New password again').fill('another quiet case')
  await page.getByRole('button', { name: 'Change password' }).click()
  t.equal(await page.locator('#change-password').isVisible(), true, 'the tab with the mistake stays')
  t.match(await page.locator('#current-problem').textContent(), 'not your current password')
  await page.getByRole('button', { name: 'Sign out' }).click()
  t.match(page.url(), /\/login\?done=signed-out$/)
})

t.test('the keyboard is enough', async (t) => {
  const { base, email } = await listening(t)
  const { page } = await open(t, browser, base)
  const type = async (text: string): Promise<void> => { await page.keyboard.type(text) }
  const press = async (...keys: string[]): Promise<void> => { for (const key of keys) await page.keyboard.press(key) }
  /** Presses Tab until an element with this name has the focus, visibly. */
  async function reach (name: RegExp): Promise<void> {
    for (let i = 0; i < 40; i++) {
      await press('Tab')
      const { text, outline } = await page.evaluate(`(() => {
        const e = document.activeElement
        return { text: (e.labels?.[0]?.textContent ?? e.getAttribute('aria-label') ?? e.textContent).trim(), outline: getComputedStyle(e).outlineStyle }
      })()`) as { text: string, outline: string }
      if (outline === 'none') throw new Error(`The focus on "${text}" cannot be seen.`)
      if (name.test(text)) return
    }
    throw new Error(`Tab does not lead to ${String(name)}.`)
  }
  await page.goto('/login')
  // The browser moves the focus to the first field only a moment after the page has loaded.
  await page.locator('input:focus').waitFor()
  await type(email)
  await press('Tab')
  await type(PASSWORD)
  await press('Enter')
  await page.waitForURL('**/admin')
  await press('Tab')
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
  await reach(/^Your account$/)
  await press('Enter')
  await page.waitForURL('**/edit')
  await reach(/^API keys$/)
  await press('Enter')
  await reach(/^Label$/)
  await type('By keyboard')
  await press('Enter')
  await page.locator('#key_identity').waitFor()
  await reach(/^Revoke By keyboard$/)
  await press('Enter')
  await press('Escape')
  t.equal(await page.locator('details.confirm[open]').count(), 0, 'Escape takes the question back')
  await press('Enter')
  await reach(/^Revoke the key/)
  await press('Enter')
  // The address does not change; the list shows that the page was loaded again.
  await page.locator('.keys > li').waitFor({ state: 'detached' })
  t.equal(await page.locator('.keys > li').count(), 0)
})

t.test('no page is wider than a phone, and none has a serious fault', async (t) => {
  const { base, email, api } = await listening(t)
  await api.accounts.createUser({
    email: 'emmy.noether.with.a.long.address@mathematics.example.org',
    name: 'Emmy Noether-von-Langename the Second',
    role: 'editor'
  })
  // Colours do not depend on the width.
  for (const [colorScheme, width] of [['light', 360], ['dark', 1280]] as const) {
    const { page, problems } = await open(t, browser, base, { colorScheme, viewport: { width, height: 760 } })
    const look = async (name: string): Promise<void> => {
      t.same(await faults(page), [], `${name}, ${colorScheme}, ${width} px`)
      t.ok(
        await page.evaluate('document.documentElement.scrollWidth') as number <= width,
        `${name} fits into ${width} px`
      )
    }
    await page.goto('/login')
    await look('sign in')
    await signIn(page, email, 'wrong')
    await look('sign in, wrong')
    await signIn(page, email)
    await look('home')
    await page.goto('/admin/user')
    await page.locator('.confirm summary').click()
    await look('users')
    await page.goto('/admin/user/add')
    await page.getByText('Rights of each role').click()
    await look('add a user')
    await page.goto('/admin/user/1/edit')
    await look('user information')
    await page.goto('/admin/user/1/edit#change-password')
    await look('password')
    await page.goto('/admin/user/1/edit#edit-keys')
    await page.getByText('Limit what it can do').click()
    await look('API keys')
    await page.getByLabel('Label').fill('A label that is rather long, because people say what a key is for')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('How to use it').click()
    await look('a new key')
    await page.goto('/logout')
    await look('sign out')
    await page.goto('/admin/nothing')
    await look('nothing')
    t.same(problems, [])
    await page.goto('/logout')
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
})
