import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { packageFolder } from '../../package.js'

const read = (file: string): string => readFileSync(path.join(packageFolder, file), 'utf8')

t.test('every threat has a line, and every test that the threat model names exists', async (t) => {
  const named = [...read('SECURITY.md').matchAll(/`(test\/[^`]+\.test\.ts)` "(.+)" \|$/gm)]
  const lines = read('SECURITY.md').match(/^\| (?!threat|-).*\|$/gm) ?? []
  t.ok(lines.length > 30)
  t.equal(named.length, lines.length, 'each line names one test')
  for (const [, file, title] of named) t.ok(read(file!).includes(`t.test('${title!.replaceAll("'", "\\'")}'`), `${file} "${title}"`)
})
