import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { packageFolder } from '../../package.js'

const CONTRACT = path.join(packageFolder, 'docs', 'contract')
const NOT_SOURCE = /^(node_modules|dist|coverage|\..*)$/

/** Every TypeScript file below a folder. */
function sources (folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !NOT_SOURCE.test(entry.name))
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return sources(file)
    return entry.name.endsWith('.ts') ? file : []
  })
}

/** Numbers of the sections that a page of the contract has. */
const sections = new Map(readdirSync(CONTRACT).map((name) => {
  const text = readFileSync(path.join(CONTRACT, name), 'utf8')
  return [name, new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number!))]
}))

/** Citations in a source: pages, and the sections named right after each, also across lines of a comment. */
function citations (file: string): Array<{ prefix: string, page: string, numbers: string[] }> {
  const text = readFileSync(file, 'utf8').replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ')
  const pattern = /((?:[\w.-]+\/)*)contract\/([\w-]+\.md)((?:(?:,| and| to|–|-)? ?§ ?\d+(?:\.\d+)*)*)/g
  return [...text.matchAll(pattern)].map(([, prefix, page, after]) => ({
    prefix: prefix!, page: page!, numbers: [...after!.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => number)
  }))
}

t.test('every section of the contract that the sources cite exists', async (t) => {
  let found = 0
  for (const file of sources(packageFolder)) {
    for (const { prefix, page, numbers } of citations(file)) {
      const where = `${path.relative(packageFolder, file)} cites ${prefix}contract/${page}`
      found++
      if (prefix !== 'docs/') t.fail(`${where} without docs/ before it`)
      const known = sections.get(page)
      if (known === undefined) t.fail(`${where}, which is not there`)
      for (const number of numbers) if (known?.has(number) === false) t.fail(`${where} §${number}, which is not there`)
    }
  }
  t.ok(found > 100, `${found} citations have their target`)
})
