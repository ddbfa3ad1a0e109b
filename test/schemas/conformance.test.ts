import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { packageFolder } from '../../package.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { build } from '../helper.js'
import { faultsOf } from './schema-check.js'
import { ErrorBody } from '../../schemas/shared/common.js'

const SCENARIOS = path.resolve(packageFolder, '../shared/conformance/scenarios')

interface Exchange {
  step: { id: string, method: string, path: string }
  expected: { status: number, type?: string, body?: unknown }
}

/** A recorded body with its placeholders filled in: they stand for what differs between installations. */
function filled (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replace(/^#\w+$/, '1'), filled(member)]))
  }
  if (typeof value !== 'string') return value
  if (/^#\w+$/.test(value)) return 1
  if (value === '<time>') return '2026-11-21T08:00:00+00:00'
  return value
    .replaceAll('<base>', 'http://localhost').replaceAll('<storage>', '0'.repeat(40)).replaceAll('<time>', '2026-11-21T08:00:00+00:00')
    .replace(/(?<=^http:\/\/localhost\S*[/=])#\w+/g, '1')
}

t.test('every recorded body is what the schemas say', { skip: !existsSync(SCENARIOS) && 'there are no recordings here' }, async (t) => {
  const { api } = await build(t)
  let checked = 0
  for (const file of (await readdir(SCENARIOS)).sort()) {
    const { exchanges } = JSON.parse(await readFile(path.join(SCENARIOS, file), 'utf8')) as { exchanges: Exchange[] }
    for (const { step, expected: { status, type, body } } of exchanges) {
      if (status >= 500 || type !== 'application/ld+json' || typeof body !== 'object' || body === null) continue
      const [address, query = ''] = step.path.split('?') as [string, string | undefined]
      const [, name, id] = /^\/api\/([a-z_]+)(?:\/(.+))?$/.exec(address) ?? []
      if (status < 400 && (name === undefined || !api.resourceNames.includes(name))) continue
      const schema = status >= 400 ? ErrorBody : schemaOf(api.resource(name!).schemas, step.method, id)
      checked++
      const faults = faultsOf(schema, filled(body), query.includes('fields='))
      if (faults.length > 0) t.fail(`${file} ${step.id}: ${step.method} ${step.path}`, { faults })
    }
  }
  t.ok(checked > 1000, `${checked} bodies were checked`)
})

function schemaOf (
  schemas: { representation: object, deleted: object, list: object }, method: string, id: string | undefined
): object {
  if (method === 'DELETE') return schemas.deleted
  return method === 'GET' && id === undefined ? schemas.list : schemas.representation
}

t.test('unknown and missing members are reported with their paths', async (t) => {
  const { api } = await build(t)
  const { representation } = api.resource('items').schemas
  const { id } = await api.items.create({ 'dcterms:title': [{ '@value': 'Amphora' }] }, { actor: OPERATOR })
  const item = (await api.items.read(id!)).json('http://localhost')
  t.same(faultsOf(representation, item), [])
  const [value] = item['dcterms:title']!
  t.match(faultsOf(representation, { ...item, 'o:secret': 1 }), [/^\/ .*o:secret/])
  t.match(faultsOf(representation, { ...item, 'dcterms:title': [{ ...value, note: '' }] }).join('\n'), /^\/dcterms:title\/0 .*note/m)
  t.match(faultsOf(representation, { ...item, 'o:title': 5 }).join('\n'), /^\/o:title must be string/m)
  const { 'o:owner': _, ...without } = item
  t.match(faultsOf(representation, without), [/o:owner/])
})
