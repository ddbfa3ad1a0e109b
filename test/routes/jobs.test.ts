import t from 'tap'
import { build } from '../helper.js'

t.test('the log of a job is read by administrators beside its representation', async (t) => {
  const { api, send, account } = await build(t)
  const as = await account('site_admin')
  const { id } = await api.rebuildFullText()
  const { statusCode, headers, payload } = await send({ url: `/api/jobs/${id}/log`, as })
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'application/ld+json')
  t.match(JSON.parse(payload), {
    'o:id': id,
    'o:status': 'completed',
    progress: 100,
    log: [/Started\.$/, /indexed/, /Completed\.$/]
  })
  const found = (await send({ url: `/api/jobs/${id}`, as })).json<Record<string, unknown>>()
  t.same(found['o:args'], [], 'an empty object is shown as a list')
  t.strictSame(Object.keys(found), [
    '@context',
    '@id',
    '@type',
    'o:id',
    'o:status',
    'o:job_class',
    'o:args',
    'o:owner',
    'o:started',
    'o:ended'
  ])
  t.equal((await send({ url: `/api/jobs/${id}/log` })).statusCode, 403)
  for (const unknown of ['99', 'x']) t.equal((await send({ url: `/api/jobs/${unknown}/log`, as })).statusCode, 404)
  t.equal((await send({ method: 'DELETE', url: `/api/jobs/${id}/log`, as })).statusCode, 405)
})
