import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { SETTING_NAMES } from '../../api/runtime/settings/settings.js'
import { packageFolder } from '../../package.js'
import { cannotFollow, sitting } from './commands.js'

const FLAGS = new Set(SETTING_NAMES.map((name) => `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`))
const PAGES = ['README.md', ...readdirSync(path.join(packageFolder, 'docs'))
  .filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
  .map((page) => ({ page, text: readFileSync(path.join(packageFolder, page), 'utf8') }))

t.test('README first, then every page: all commands do in one folder what it says', { skip: cannotFollow }, async (t) => {
  const follow = await sitting(t)
  for (const { page, text } of PAGES) {
    if (text.includes('```sh\n')) await t.test(page, async (t) => { await follow(t, text) })
  }
})

for (const { page, text } of PAGES) {
  t.test(`everything that ${page} names exists`, async (t) => {
    for (const [, target] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
      t.ok(existsSync(path.join(packageFolder, path.dirname(page), target!.replaceAll(/\s+/g, ''))), target!)
    }
    for (const [, flag] of text.matchAll(/serve (--[a-z0-9-]+)/g)) t.ok(FLAGS.has(flag!) || flag === '--help', flag!)
  })

  t.test(`commands of ${page} are found in a clone, without a registry that has Vitrine`, async (t) => {
    for (const [, block] of text.matchAll(/^```(?:sh|text)\n([^]*?)^```$/gm)) t.notMatch(block, /(^|[|;&(] *)vitrine [a-z-]/m)
    t.notMatch(text, /npm (i|install) vitrine/)
  })
}
