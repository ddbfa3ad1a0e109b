import path from 'node:path'
import t from 'tap'
import { OPERATOR } from '../../../api/access/actor.js'
import { checkTarget, writeExport } from '../../../api/export/export-file.js'
import { COLLECTION_TYPE_NAMES } from '../../../api/transfer/collection-file.js'
import { mixed } from '../export/fixtures/mixed.js'
import { build, temporaryFolder, type Server, type Ending } from '../../helper.js'

/** Exports everything of a server into a file, with its files. */
export async function exported (t: Ending, { api }: Server): Promise<string> {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'collection.ndjson')
  const target = { file, folder: path.join(folder, 'collection.files') }
  await checkTarget(target)
  const source = await api.export({ filesFolder: 'collection.files' }, { actor: OPERATOR })
  await writeExport(source, target, api.files.store)
  return file
}

t.test('a collection comes into an empty server exactly as it was', async (t) => {
  const source = await build(t)
  await mixed(source)
  const file = await exported(t, source)
  const target = await build(t)
  const problems: unknown[] = []
  await target.api.importCollection({ file, onProblem: (problem) => problems.push(problem) })
  t.same(problems, [])
  const a = await source.api.keys.create('global_admin1@example.org', { label: 'test' }, OPERATOR)
  const b = await target.api.keys.create('global_admin1@example.org', { label: 'test' }, OPERATOR)
  for (const type of COLLECTION_TYPE_NAMES) {
    if (type === 'value_annotations') continue
    const url = `/api/${type}?per_page=1000&sort_by=id&sort_order=asc`
    const [x, y] = [await source.send({ url, as: a }), await target.send({ url, as: b })]
    t.equal(y.payload, x.payload, type)
  }
})
