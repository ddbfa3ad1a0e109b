import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { ImportError } from '../../../../api/move/pipeline/problems.js'
import { open } from '../../../../app.js'
import { collection, type Collection } from '../../collection.js'
import { databaseOf } from '../../../database.js'

const record = (label: number, term = 'dcterms:title'): string =>
  JSON.stringify({ '@id': `_:${label}`, '@type': 'o:Item', [term]: [{ type: 'literal', '@value': `Record ${label}` }] })
const records = (count: number): string => Array.from({ length: count }, (_, at) => record(at)).join('\n')

async function written ({ data }: Collection, content: string): Promise<string> {
  const file = path.join(data, 'records.ndjson')
  await writeFile(file, content)
  return file
}

t.test('an import is a job with progress, log and owner', async (t) => {
  const c = await collection(t)
  const file = await written(c, records(20))
  const seen: number[] = []
  await c.api.import({
    file,
    batchSize: 5,
    ownerId: c.id('editor'),
    async onProgress ({ phase }) { if (phase === 'write') seen.push((await c.api.jobs.report(1, OPERATOR)).progress) }
  })
  t.same(seen, [0, 25, 50, 75])
  t.match(await c.get('jobs', 1), {
    'o:job_class': 'Vitrine\\Job\\Import',
    'o:status': 'completed',
    'o:args': { file, source: 'records.ndjson', batchSize: 5 },
    'o:owner': { 'o:id': c.id('editor') }
  })
  t.match(await c.api.jobs.report(1, OPERATOR), {
    progress: 100,
    log: [/Started/, /20 records with 20 values imported, 0 imported before/, /Completed/]
  })
})

t.test('an import whose file is not on the machine that takes it up says so', async (t) => {
  const c = await collection(t)
  const file = path.join(c.data, 'elsewhere.ndjson')
  const job = await c.api.imports.start({ file }, { id: c.id('global_admin'), role: 'global_admin' })
  await c.api.jobs.idle()
  t.match(await c.api.jobs.report(job, OPERATOR), {
    status: 'error', log: [/Started/, `${file} does not exist on the machine that runs the import.`]
  })
})

t.test('a dry run is no job', async (t) => {
  const c = await collection(t)
  t.match(await c.api.import({ file: await written(c, records(3)), isDryRun: true }), { created: 3 })
  t.same(await c.find('jobs'), [])
})

t.test('the log names the errors of a file, and the job has failed', async (t) => {
  const c = await collection(t)
  const file = await written(c, `${record(1)}\n${record(2, 'dcterms:titel')}\n{\n`)
  t.match(await c.api.import({ file }), { errors: 2, created: 0 })
  t.match(await c.api.jobs.report(1, OPERATOR), {
    status: 'error',
    log: [
      /Started/,
      /2 errors/,
      /Line 2: dcterms:titel: unknown term/,
      /Line 3: malformed JSON/,
      /Nothing was imported/
    ]
  })
  t.match(await c.api.import({ file, continueOnError: true }), { created: 1 })
  t.match(await c.api.jobs.report(2, OPERATOR), { status: 'completed', log: { 1: /1 record .* 2 left out/ } })
  await rm(file)
  await t.rejects(c.api.import({ file }), { code: 'ENOENT' })
  t.match(await c.api.jobs.report(3, OPERATOR), { status: 'error', log: [/Started/, /no such file/] })
})

t.test('an import that is stopped ends between two batches, and another run goes on', async (t) => {
  const c = await collection(t)
  const file = await written(c, records(20))
  const stopping = c.api.import({
    file,
    batchSize: 5,
    async onProgress ({ done, phase }) {
      if (phase === 'write' && done === 10) await c.api.jobs.stop(1, c.as.site_admin.actor)
    }
  })
  await t.rejects(stopping, ImportError)
  t.match(await c.api.jobs.report(1, OPERATOR), { status: 'stopped', progress: 25, log: [/Started/, /Stopped/] })
  t.equal((await c.find('items')).length, 10)
  t.match(await c.api.import({ file, batchSize: 5 }), { created: 10, present: 10 })
  t.match(await c.get('jobs', 2), { 'o:status': 'completed' })
})

t.test('an import that was interrupted is taken up by the next process, or by running it again', async (t) => {
  const c = await collection(t)
  const file = await written(c, records(20))
  for (const again of ['by the next process', 'by hand']) {
    const source = again
    const first = await open({ data: c.data, ...await databaseOf(c.data) })
    let closing: Promise<void> | undefined
    const importing = first.import({
      file,
      source,
      batchSize: 5,
      onProgress ({ phase }) {
        if (phase === 'write') closing ??= first.close()
      }
    })
    await t.rejects(importing, ImportError)
    await closing
    const [job] = await c.find('jobs', { sort_by: 'id', sort_order: 'desc' })
    t.match(await c.api.jobs.report(job!, OPERATOR), {
      status: 'in_progress',
      progress: 25,
      log: [/Started/, /Interrupted/]
    })
    if (again === 'by hand') t.match(await c.api.import({ file, source, batchSize: 5 }), { created: 15, present: 5 })
    else {
      c.api.jobs.watch()
      await c.api.jobs.idle()
    }
    t.match(
      await c.api.jobs.report(job!, OPERATOR),
      {
        status: 'completed',
        log: [/Started/, /Interrupted/, /Taken up again/, /15 records .* 5 imported before/, /Completed/]
      },
      again
    )
  }
  t.equal((await c.find('items', { limit: '99' })).length, 40)
  t.equal((await c.find('jobs')).length, 2)
})
