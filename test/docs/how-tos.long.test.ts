import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { SETTING_NAMES } from '../../api/settings/settings.js'
import { packageFolder } from '../../package.js'
import { checkCommands } from './commands.js'

const FLAGS = new Set(SETTING_NAMES.map((name) => `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`))
const PAGES = ['README.md', ...readdirSync(path.join(packageFolder, 'docs'))
  .filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]

for (const page of PAGES) {
  const text = readFileSync(path.join(packageFolder, page), 'utf8')

  if (text.includes('```sh\n')) {
    t.test(`the commands of ${page} do what it says`, async (t) => { await checkCommands(t, text) })
  }

  t.test(`what ${page} names exists`, async (t) => {
    for (const [, target] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
      t.ok(existsSync(path.join(packageFolder, path.dirname(page), target!.replaceAll(/\s+/g, ''))), target!)
    }
    for (const [, flag] of text.matchAll(/serve (--[a-z0-9-]+)/g)) t.ok(FLAGS.has(flag!) || flag === '--help', flag!)
  })
}
