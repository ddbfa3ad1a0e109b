import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { JobClass } from '../../../../api/runtime/jobs/job-class.js'
import { job } from '../../../../db/tables/index.js'
import { open } from '../../../../app.js'
import { keptIn } from '../../../database.js'
import { temporaryFolder } from '../../../helper.js'
import { collection, literal, PROPERTY, refusal } from '../../collection.js'

/** A job class that counts to ten, and waits at five until the test lets it continue. */
function counting () {
  const counted: number[] = []
  let arrive = (): void => {}
  let leave = (): void => {}
  const arrived = new Promise<void>((resolve) => { arrive = resolve })
  const left = new Promise<void>((resolve) => { leave = resolve })
  const jobClass: JobClass<{ to: number }> = {
    name: 'Test\\Count',
    async run ({ args: { to }, checkpoint, advance, log }) {
      for (let number = ((checkpoint as number | undefined) ?? 0) + 1; number <= to; number++) {
        counted.push(number)
        if (number === 5) {
          arrive()
          await left
        }
        await advance(number, to, number)
      }
      await log(`Counted to ${to}.`)
    }
  }
  return { jobClass, counted, arrived, leave: () => { leave() } }
}

t.test('a job shows its progress and its log, and ends', async (t) => {
  const { jobClass, arrived, leave } = counting()
  const api = await open(await keptIn(await temporaryFolder(t)), { jobs: [jobClass] })
  t.teardown(async () => { await api.close() })
  const id = await api.jobs.start(jobClass.name, { to: 10 }, OPERATOR)
  await arrived
  t.match(await api.jobs.report(id, OPERATOR), { status: 'in_progress', progress: 40, log: [/^\d{4}-\S+ Started\.$/] })
  t.match((await api.resource('jobs').read(id, { actor: OPERATOR })).json(), {
    'o:status': 'in_progress',
    'o:job_class': 'Test\\Count',
    'o:args': { to: 10 },
    'o:ended': null
  })
  leave()
  await api.jobs.idle()
  t.match(await api.jobs.report(id, OPERATOR), {
    status: 'completed',
    progress: 100,
    log: [/Started/, /Counted to 10\.$/, /Completed\.$/]
  })
  t.match((await api.resource('jobs').read(id, { actor: OPERATOR })).json(), { 'o:ended': { '@value': String } })
})

t.test('a job that is stopped ends at its next step', async (t) => {
  const { jobClass, counted, arrived, leave } = counting()
  const api = await open(await keptIn(await temporaryFolder(t)), { jobs: [jobClass] })
  t.teardown(async () => { await api.close() })
  const id = await api.jobs.start(jobClass.name, { to: 10 }, OPERATOR)
  await arrived
  const waiting = await api.jobs.start(jobClass.name, { to: 3 }, OPERATOR)
  for (const one of [id, waiting]) await api.jobs.stop(one, OPERATOR)
  leave()
  await api.jobs.idle()
  t.same(counted, [1, 2, 3, 4, 5])
  for (const one of [id, waiting]) {
    t.match(await api.jobs.report(one, OPERATOR), { status: 'stopped', log: { length: one === id ? 2 : 1 } })
  }
  t.match(await refusal(api.jobs.stop(id, OPERATOR)), { kind: 'not-found' })
})

t.test('an interrupted job continues where it was at the next start', async (t) => {
  const data = await temporaryFolder(t)
  const first = counting()
  const before = await open(await keptIn(data), { jobs: [first.jobClass] })
  const id = await before.jobs.start(first.jobClass.name, { to: 10 }, OPERATOR)
  await first.arrived
  const closing = before.close()
  first.leave()
  await closing

  const second = counting()
  second.leave()
  const after = await open(await keptIn(data), { jobs: [second.jobClass] })
  t.teardown(async () => { await after.close() })
  t.match(await after.jobs.report(id, OPERATOR), { status: 'in_progress', progress: 50 })
  after.jobs.watch()
  await after.jobs.idle()
  t.same([first.counted, second.counted], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
  t.match(await after.jobs.report(id, OPERATOR), {
    status: 'completed',
    log: [/Started/, /Interrupted/, /Taken up again/, /Counted/, /Completed/]
  })
})

t.test('only one of two processes on a folder runs a job', async (t) => {
  const data = await temporaryFolder(t)
  const [one, other] = [counting(), counting()]
  const [api, second] = [
    await open(await keptIn(data), { jobs: [one.jobClass] }),
    await open(await keptIn(data), { jobs: [other.jobClass] })
  ]
  t.teardown(async () => { for (const each of [api, second]) await each.close() })
  const id = await api.jobs.start(one.jobClass.name, { to: 10 }, OPERATOR)
  await one.arrived
  second.jobs.watch()
  await second.jobs.idle()
  t.same(other.counted, [])
  await second.jobs.stop(id, OPERATOR)
  one.leave()
  await api.jobs.idle()
  t.equal((await second.jobs.report(id, OPERATOR)).status, 'stopped')
})

t.test('a job that fails says why; jobs of unknown classes are left alone', async (t) => {
  const broken: JobClass = { name: 'Test\\Broken', async run () { throw new Error('The paper is wet.') } }
  const api = await open(await keptIn(await temporaryFolder(t)), { jobs: [broken] })
  t.teardown(async () => { await api.close() })
  t.match(await api.jobs.perform('Test\\Broken', {}, OPERATOR), {
    status: 'error',
    log: [/Started/, /The paper is wet\.$/]
  })
  const [{ id } = { id: 0 }] = await api.store.write(
    async (database) =>
      await database
        .insert(job)
        .values({ status: 'starting', class: 'Omeka\\Job\\X', started: 0 })
        .returning({ id: job.id })
  )
  api.jobs.watch()
  await api.jobs.idle()
  t.equal((await api.jobs.report(id, OPERATOR)).status, 'starting')
  await t.rejects(api.jobs.start('Test\\Nothing', {}, OPERATOR), TypeError)
  t.throws(() => { api.jobs.register(broken) }, TypeError)
})

t.test('only administrators read logs and stop jobs', async (t) => {
  const { api, as } = await collection(t)
  const id = (await api.rebuildFullText()).id
  t.match(await api.jobs.report(id, as.site_admin.actor), { status: 'completed' })
  for (const who of [as.editor, as.anonymous]) {
    t.match(await refusal(api.jobs.report(id, who.actor)), { kind: 'forbidden' })
    t.match(await refusal(api.jobs.stop(id, who.actor)), { kind: 'forbidden' })
  }
})

t.test('titles of many resources are recomputed by a job, titles of a few immediately', async (t) => {
  const { api, as, template, patch, get, find, make } = await collection(t)
  const changed = async (id: number, property: number): Promise<void> => {
    await patch('resource_templates', id, { 'o:title_property': { 'o:id': property } })
  }
  const few = await template()
  const some = await make('items', { 'o:resource_template': { 'o:id': few }, 'dcterms:subject': [literal('s')] })
  await changed(few, PROPERTY.subject)
  t.equal((await get('items', some))['o:title'], 's')
  t.same(await find('jobs'), [])

  const many = await template()
  const payload = {
    'o:resource_template': { 'o:id': many },
    'dcterms:title': [literal('t')],
    'dcterms:creator': [literal('c')]
  }
  await api.items.batchCreate(Array.from({ length: 1201 }, () => payload), as.global_admin)
  await changed(many, PROPERTY.creator)
  await api.jobs.idle()
  t.match(await get('jobs', 1), {
    'o:job_class': 'Vitrine\\Job\\RenewTitles',
    'o:status': 'completed',
    'o:args': { template: many },
    'o:owner': { 'o:id': 1 }
  })
  const titles = Object.values(
    (
      await api.items.search({ resource_template_id: String(many), return_scalar: 'title' }, as.global_admin)
    ).json() as object
  )
  t.same([titles.length, ...new Set(titles)], [1201, 'c'])
})
