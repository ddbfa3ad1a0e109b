import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { packageFolder } from '../../package.js'

const page = readFileSync(path.join(packageFolder, 'docs', 'architecture.md'), 'utf8')

t.test('every file and folder that docs/architecture.md names exists', async (t) => {
  const named = [...page.matchAll(/`([a-z]+\/[\w/.-]+)`/g)].map(([, name]) => name!)
  t.ok(named.length > 20)
  t.same(named.filter((name) => !existsSync(path.join(packageFolder, name))), [])
})

t.test('the tables of docs/architecture.md, by which the linter checks imports, name every folder', async (t) => {
  for (const parent of ['api', 'db', 'plugins']) {
    const [table = ''] = new RegExp(`^\\| in \`${parent}/\`(?:.*\\n)(?:\\|.*\\n)+`, 'm').exec(page) ?? []
    const named = [...table.matchAll(/^\| `([\w.]+)\/?`/gm)].map(([, name]) => name!)
    t.same(named.sort(), readdirSync(path.join(packageFolder, parent)).filter((name) => name !== 'migrations').sort())
  }
})
