import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import t from 'tap'
import { packageFolder } from '../../package.js'
import type { Ending } from '../helper.js'
import { sample } from './sample.js'
import { snapshot } from './snapshot.js'

const run = promisify(execFile)

const LIGHTHOUSE = 'Lighthouse at dusk'
const HARBOUR = 'Harbour at dawn'
const SKETCH = 'Sketch of a lighthouse'
const FOG = 'Fog signal'

/** Every kind of search, as the types that generators make must admit it, with the titles that it finds. */
const SEARCHES: ReadonlyArray<[query: string, titles: readonly string[]]> = [
  ["{ 'id[]': [2, 5] }", [LIGHTHOUSE, FOG]],
  ["{ id: '2,5' }", [LIGHTHOUSE, FOG]],
  ["{ 'item_set_id[]': [1, 99] }", [LIGHTHOUSE, SKETCH]],
  ['{ item_set_id: 1 }', [LIGHTHOUSE, SKETCH]],
  ["{ 'not_item_set_id[]': [1, 99] }", [HARBOUR, FOG]],
  [
    "{ 'property[0][property]': 'dcterms:creator', 'property[0][type]': 'eq', 'property[0][text]': 'Jan Brel' }",
    [HARBOUR]
  ],
  [
    "{ 'property[0][property]': 'dcterms:title', 'property[0][type]': 'in', 'property[0][text]': 'dawn', " +
      "'property[1][joiner]': 'or', 'property[1][property]': '', 'property[1][type]': 'ew', " +
      "'property[1][text]': 'nal' }",
    [HARBOUR, FOG]
  ],
  [
    "{ 'property[0][property]': 'dcterms:date', 'property[0][type]': 'eq', 'property[0][text][]': ['1905', '1911'] }",
    [HARBOUR, FOG]
  ],
  ["{ 'property[0][property][]': ['dcterms:description', 'dcterms:subject'], 'property[0][type]': 'ex' }", [SKETCH]],
  ["{ search: 'pencil' }", [SKETCH]],
  ["{ fulltext_search: 'lighthouse pencil', sort_by: 'id' }", [LIGHTHOUSE, SKETCH]],
  ["{ 'fields[]': ['o:id', 'o:title'], sort_by: 'title', sort_order: 'desc', per_page: 2, page: 2 }", [HARBOUR, FOG]],
  ['{ is_public: 1, has_media: 1 }', []]
]

/** A generator of clients: how it makes one in a folder, and a program that searches with it. */
interface Generator {
  make (folder: string): Promise<unknown>
  /** Declares `search`, a function from a query to an answer. */
  program (base: string): string
}

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    async make (folder) {
      const types = astToString(await openapiTypescript(await snapshot()))
      await writeFile(path.join(folder, 'made.ts'), types)
    },
    program: (base) => `
      import createClient from 'openapi-fetch'
      import type { paths } from './made'
      const client = createClient<paths, 'application/ld+json'>({ baseUrl: '${base}' })
      type Query = NonNullable<paths['/api/items']['get']['parameters']['query']>
      const search = async (query: Query) => (await client.GET('/api/items', { params: { query } })).data`
  },
  '@hey-api/openapi-ts': {
    make: async (folder) => {
      await node(folder, program('@hey-api/openapi-ts', 'bin/run.js'), '-i', 'openapi.json', '-o', 'made')
    },
    program: (base) => `
      import { client } from './made/client.gen'
      import { searchItem, type SearchItemData } from './made'
      client.setConfig({ baseUrl: '${base}' })
      const search = async (query: SearchItemData['query']) => (await searchItem({ query })).data`
  },
  'swagger-typescript-api': {
    make: async (folder) => {
      const bin = program('swagger-typescript-api', 'dist/cli.mjs')
      await node(folder, bin, 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'made.ts')
    },
    program: (base) => `
      import { Api } from './made'
      const { api } = new Api({ baseUrl: '${base}', baseApiParams: { format: 'json' } })
      const search = async (query: Parameters<typeof api.searchItem>[0]) => (await api.searchItem(query)).data`
  }
}

/** A file of a package. */
function program (name: string, file: string): string {
  return path.join(packageFolder, 'node_modules', name, file)
}

async function node (folder: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, args, { cwd: folder, maxBuffer: 1 << 24 })).stdout
}

async function folderFor (t: Ending): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-client-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await symlink(path.join(packageFolder, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'openapi.json'), await snapshot())
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

const STRICT = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node']
}

for (const [title, generator] of Object.entries(GENERATORS)) {
  t.test(`a client made by ${title} compiles in strict mode, and searches find what they should`, async (t) => {
    const server = await sample(t)
    const base = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const folder = await folderFor(t)
    await generator.make(folder)
    const calls = SEARCHES.map(([query]) => `await search(${query})`).join(',\n')
    await writeFile(path.join(folder, 'search.ts'), `${generator.program(base)}
      console.log(JSON.stringify([${calls}]))`)
    await writeFile(
      path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['search.ts'] })
    )
    const faults = await node(folder, 'node_modules/typescript/bin/tsc', '-p', '.').catch(({ stdout }) => stdout)
    t.equal(faults, '')
    const answers = JSON.parse(await node(folder, '--import', 'tsx', 'search.ts'))
    SEARCHES.forEach(([query, titles], at) => {
      const found = answers[at].map((item: { 'o:title': string }) => item['o:title'])
      t.same(found.sort(), [...titles].sort(), query)
    })
  })
}
