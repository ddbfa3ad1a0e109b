import { readFileSync } from 'node:fs'
import t from 'tap'
import { PAGE, withDrawings } from './drawing.js'

t.test('the diagrams of docs/architecture.md follow the rules in docs/layers.json (npm run layers)', async (t) => {
  const page = readFileSync(PAGE, 'utf8')
  t.match(page, /flowchart TD/)
  t.equal(page, withDrawings(page))
})
