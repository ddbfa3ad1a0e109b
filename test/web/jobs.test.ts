import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Role } from '../../schemas/administration/roles.js'
import type { Ending } from '../helper.js'
import { wordsOf } from '../../web/languages/languages.js'
import { patientJob } from './fixtures/patient-job.js'
import { until, withPeople } from './fixtures/signed-in.js'
import { Person } from './person.js'

/** People, and a job that waits for them. */
async function withJob (t: Ending, role: Role) {
  const { job, end } = patientJob()
  const { people: [person], ...server } = await withPeople(t, [role], {}, { jobs: [job] })
  return { ...server, person: person!, end }
}

t.test('administrators see what runs and stop it; what ran stays in the list', async (t) => {
  const { api, person: admin } = await withJob(t, 'site_admin')
  t.match((await admin.get('/admin/job')).payload, 'There are no jobs yet')
  t.match((await admin.get('/admin')).payload, /<nav aria-label="Main">.*href="\/admin\/job">Jobs</s)
  await api.rebuildFullText()
  const id = await api.jobs.start('Museum\\Job\\Patient', {}, { id: 1, role: 'site_admin' })
  const running = await until(admin, `/admin/job/${id}`, /42 %/)
  t.match(running, /<progress max="100" value="42"\s+aria-label="Progress">/)
  t.match(running, /<dt>Started by<\/dt><dd>site_admin 0<\/dd>/)
  t.match(running, /<noscript><meta http-equiv="refresh" content="5"><\/noscript>/)
  const list = (await admin.get('/admin/job')).payload
  t.match(list, /Patient <span class="job-number">No\. 2.*Index for full text <span class="job-number">No\. 1/s)
  t.match(list, /<strong>Running<\/strong>.*<strong>Completed<\/strong>/s)
  t.match(list, /Started by the program/)
  const stopped = await admin.post(`/admin/job/${id}/stop`)
  t.equal(stopped.headers.location, `/admin/job/${id}?done=stopping`)
  const over = await until(admin, stopped.headers.location!, /<strong>Stopped<\/strong>/)
  t.notMatch(over, /http-equiv="refresh"|<progress|Stop the job/, 'nothing is left to wait for')
  const again = await admin.post(`/admin/job/${id}/stop`)
  t.equal(again.statusCode, 409)
  t.match(again.payload, 'This job has ended already.')
  t.match((await api.jobs.report(id, OPERATOR)).status, 'stopped')
})

t.test('only administrators see or stop jobs, and have a link to them', async (t) => {
  const { api, person: editor, end } = await withJob(t, 'editor')
  const id = await api.jobs.start('Museum\\Job\\Patient', {}, OPERATOR)
  t.teardown(() => { end() })
  for (const address of ['/admin/job', '/admin/job/', `/admin/job/${id}`]) {
    t.equal((await editor.get(address)).statusCode, 403, address)
    const stranger = await new Person(editor.app).get(address)
    t.equal(stranger.statusCode, 303)
    t.match(stranger.headers.location, /^\/login\?next=/)
  }
  t.notMatch((await editor.get('/admin')).payload, '/admin/job')
  t.equal((await editor.post(`/admin/job/${id}/stop`)).statusCode, 403)
  t.match((await api.jobs.report(id, OPERATOR)).status, /starting|in_progress/)
})

t.test('a stop that comes from elsewhere stops nothing', async (t) => {
  const { api, person: admin, end } = await withJob(t, 'global_admin')
  t.teardown(() => { end() })
  const id = await api.jobs.start('Museum\\Job\\Patient', {}, OPERATOR)
  t.equal((await admin.post(`/admin/job/${id}/stop`, { csrf: 'x' })).statusCode, 403)
  t.equal(
    (await admin.post(`/admin/job/${id}/stop`, {}, { origin: 'https://evil.example' })).statusCode, 403
  )
  t.match((await api.jobs.report(id, OPERATOR)).status, /starting|in_progress/)
  for (const unknown of ['99', 'x', '-1']) {
    t.equal((await admin.get(`/admin/job/${unknown}`)).statusCode, 404)
    t.equal((await admin.post(`/admin/job/${unknown}/stop`)).statusCode, 404)
  }
  t.equal((await admin.get(`/admin/job/${id}/stop`)).headers.location, `/admin/job/${id}`)
})

t.test('a log is shown as text, in pages, the last one first', async (t) => {
  const { api, person: admin, end } = await withJob(t, 'global_admin')
  const lines = Array.from({ length: 450 }, (_, i) => i === 7 ? '<script>alert(1)</script>' : `line ${i + 1}`)
  const id = await api.jobs.start('Museum\\Job\\Patient', { lines }, OPERATOR)
  await until(admin, `/admin/job/${id}`, /42 %/)
  end()
  const last = await until(admin, `/admin/job/${id}`, /<strong>Completed<\/strong>/)
  t.match(last, /Lines 401 to 452 of 452/)
  t.match(last, /<code>line 450<\/code>.*<code>Completed\.<\/code>/s)
  t.notMatch(last, '<code>line 399</code>')
  t.match(last, `href="/admin/job/${id}?page=2#log-heading"`)
  const first = (await admin.get(`/admin/job/${id}?page=1`)).payload
  t.match(first, /<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">/)
  t.match(first, '<code>&lt;script&gt;alert(1)&lt;/script&gt;</code>')
  for (const page of ['0', 'x', '-3', '1e5']) {
    t.match((await admin.get(`/admin/job/${id}?page=${page}`)).payload, '<code>line 1</code>', page)
  }
})

t.test('many jobs come page by page', async (t) => {
  const { api, person: admin, end } = await withJob(t, 'global_admin')
  end()
  for (let i = 0; i < 30; i++) await api.jobs.perform('Museum\\Job\\Patient', {}, OPERATOR)
  const numbers = async (query: string): Promise<number[]> =>
    [...(await admin.get(`/admin/job${query}`)).payload.matchAll(/No\. (\d+)</g)].map(([, number]) => Number(number))
  t.same(await numbers(''), Array.from({ length: 25 }, (_, i) => 30 - i))
  t.same(await numbers('?page=2'), [5, 4, 3, 2, 1])
  t.same(await numbers('?page=77'), [5, 4, 3, 2, 1])
  t.match((await admin.get('/admin/job')).payload, '30 jobs.')
})

t.test('durations are said in their two largest units', async (t) => {
  const said = [0, 1, 59, 60, 61, 3600, 4385, 90_000].map((seconds) => wordsOf('en').duration(seconds))
  t.same(said, ['0 secs', '1 sec', '59 secs', '1 min', '1 min 1 sec', '1 hr', '1 hr 13 mins', '1 day 1 hr'])
  t.equal(wordsOf('de').duration(61), '1 Min. 1 Sek.')
})
