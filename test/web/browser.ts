import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Extensions } from '../../app.js'
import { build, type Ending, type Server } from '../helper.js'
import { chromium } from '../programs.js'

const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'
]

export const PASSWORD = 'a quiet glass case'

/**
 * A real browser. Call it while the test file loads, so that a file is skipped where there is none.
 *
 * @throws MissingProgram
 */
export async function launch (t: Ending): Promise<Browser> {
  const browser = await playwright.launch({ executablePath: await chromium(), args: ARGUMENTS })
  t.teardown(() => browser.close())
  return browser
}

/** A server that listens, with an administrator who can sign in. */
export async function listening (
  t: Ending, extensions?: Extensions
): Promise<Server & { base: string, email: string }> {
  const server = await build(t, {}, {}, extensions)
  const email = 'ada@example.org'
  await server.api.accounts.createUser({ email, name: 'Ada Lovelace', role: 'global_admin', password: PASSWORD })
  return { ...server, base: await server.app.listen({ port: 0 }), email }
}

/** A page in its own browser. `problems` lists its errors, and what a policy forbids. */
export async function open (
  t: Ending, browser: Browser, base: string, options: BrowserContextOptions = {}
): Promise<{ page: Page, problems: string[] }> {
  const context = await browser.newContext({ baseURL: base, ...options })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => { problems.push(error.message) })
  page.on(
    'console',
    (message) => { if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text()) }
  )
  return { page, problems }
}

export async function signIn (page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
