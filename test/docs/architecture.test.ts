import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { packageFolder } from '../../package.js'
import { PAGE, withDrawings } from './drawing.js'

t.test('the diagrams of docs/architecture.md follow the rules in docs/layers.json (npm run layers)', async (t) => {
  const page = readFileSync(PAGE, 'utf8')
  t.match(page, /flowchart TD/)
  t.equal(page, withDrawings(page))
})

t.test('every file and folder that docs/architecture.md names exists', async (t) => {
  const named = [...readFileSync(PAGE, 'utf8').matchAll(/`([a-z]+\/[\w/.-]+)`/g)].map(([, name]) => name!)
  t.ok(named.length > 20)
  t.same(named.filter((name) => !existsSync(path.join(packageFolder, name))), [])
})
