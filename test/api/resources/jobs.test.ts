import t from 'tap'
import { job } from '../../../db/tables/index.js'
import { collection, refusal, type Collection } from '../collection.js'

async function addJob ({ api }: Collection, status: string): Promise<number> {
  return await api.store.write(async (database) => {
    const [row] = await database
      .insert(job)
      .values({ status, class: 'Omeka\\Job\\BatchDelete', ownerId: 1, started: 0 })
      .returning({ id: job.id })
    return row!.id
  })
}

t.test('only administrators see jobs', async (t) => {
  const c = await collection(t)
  const id = await addJob(c, 'completed')
  t.match(await c.get('jobs', id, c.as.site_admin), {
    '@type': 'o:Job',
    'o:status': 'completed',
    'o:args': [],
    'o:owner': { 'o:id': 1 },
    'o:started': { '@value': '1970-01-01T00:00:00+00:00' },
    'o:ended': null
  })
  t.match(await refusal(c.get('jobs', id, c.as.editor)), { kind: 'forbidden' })
})

t.test('jobs are found by status and class, in any case', async (t) => {
  const c = await collection(t)
  const [done, failed] = [await addJob(c, 'completed'), await addJob(c, 'error')]
  t.same(await c.find('jobs', { status: 'ERROR' }), [failed])
  t.same(await c.find('jobs', { class: 'omeka\\job\\batchdelete' }), [done, failed])
  t.same(await c.find('jobs', { status: '' }), [])
})

t.test('a job is not made by describing it, and not changed either', async (t) => {
  const c = await collection(t)
  const id = await addJob(c, 'completed')
  t.match(await refusal(c.make('jobs', {})), { kind: 'not-allowed' })
  t.equal((await c.patch('jobs', id, { 'o:status': 'error' }))['o:status'], 'completed')
  await c.api.resource('jobs').delete(id, c.as.global_admin)
  t.same(await c.find('jobs'), [])
})
