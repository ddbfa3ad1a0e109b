import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { receiver } from '../api/publish/webhooks/fixtures/receiver.js'
import { until, withPeople } from './fixtures/signed-in.js'

t.test('an administrator sets a webhook up, tests, changes, turns off and deletes it', async (t) => {
  const { address, until: arrived } = await receiver(t, { '/gone': (_, response) => { response.writeHead(500).end() } })
  const { api, people: [admin] } = await withPeople(t, ['site_admin'], { webhookHosts: ['127.0.0.1'] })
  const person = admin!
  t.match((await person.get('/admin')).payload, 'href="/admin/webhooks">Webhooks</a>')
  t.match((await person.get('/admin/webhooks')).payload, 'No address is notified of changes yet.')
  await person.get('/admin/webhooks/add')
  const form = { name: '<Mirror>', address: 'http://10.0.0.1/', operations: ['create', 'delete'], active: '1' }
  const refused = await person.post('/admin/webhooks/add', { ...form, secret: 'x' })
  t.equal(refused.statusCode, 422)
  t.match(refused.payload, /This address is private.*This is not whsec_/s)
  t.match(refused.payload, 'value="&lt;Mirror&gt;"')
  const mistakes = await person.post('/admin/webhooks/add', { ...form, name: '', resources: 'prints', secret: 'x' })
  const summary = /<div class="notice is-wrong" role="alert">.*?<\/div>/s.exec(mistakes.payload)![0]
  t.same([...summary.matchAll(/href="#(\w+)"/g)].map(([, name]) => name), ['name', 'address', 'resources', 'secret'])
  t.match(refused.payload, /id="operations-delete" name="operations" value="delete" checked/)
  const made = await person.post('/admin/webhooks/add', { ...form, address: `${address}/hook` })
  t.equal(made.statusCode, 200)
  const secret = /class="secret" data-copy=[^>]*>(whsec_[^<]+)</.exec(made.payload)?.[1]
  t.ok(secret)
  t.notMatch((await person.get('/admin/webhooks/1')).payload, secret!, 'the secret was shown once')

  const tested = await person.post('/admin/webhooks/1/test')
  t.equal(tested.headers.location, '/admin/webhooks/1?done=test-sent')
  await arrived('/hook', 1)
  t.match(await until(person, tested.headers.location!, /<strong>Delivered<\/strong>/), 'The test is on its way.')

  const changed = await person.post('/admin/webhooks/1/edit', { ...form, name: 'Mirror', address: `${address}/gone` })
  t.equal(changed.headers.location, '/admin/webhooks/1?done=saved')
  await person.post('/admin/webhooks/1/test')
  const page = await until(person, '/admin/webhooks/1', /<strong>Given up<\/strong>/)
  t.match(page, 'Answer: 500')
  t.equal((await person.post('/admin/webhooks/1/deliveries/1')).headers.location, '/admin/webhooks/1?done=sent-again')
  t.match((await api.resource('webhooks').read(1, { actor: OPERATOR })).json(), {
    'o:label': 'Mirror', 'vitrine:operations': ['create', 'delete'], 'vitrine:resources': []
  })

  await person.post('/admin/webhooks/1/active', { value: '0' })
  t.match((await person.get('/admin/webhooks')).payload, /Mirror.*<strong>Off<\/strong>/s)
  t.match((await person.get('/admin/webhooks/1?done=webhook-off')).payload, 'The webhook is off.')
  t.equal((await person.post('/admin/webhooks/1/delete')).headers.location, '/admin/webhooks?done=webhook-deleted')
  for (const path of ['1', '1/test', 'x']) {
    t.equal((await person[path === '1/test' ? 'post' : 'get'](`/admin/webhooks/${path}`)).statusCode, 404, path)
  }
})

t.test('only administrators see the pages of webhooks and act there', async (t) => {
  const { people: [editor], api } = await withPeople(t, ['editor'])
  await api.resource('webhooks').create({ 'o:label': 'x', 'vitrine:address': 'https://203.0.114.7/' }, { actor: OPERATOR })
  for (const path of ['', '/add', '/1']) t.equal((await editor!.get(`/admin/webhooks${path}`)).statusCode, 403, path)
  for (const path of ['add', '1/edit', '1/active', '1/test', '1/deliveries/1', '1/delete']) {
    t.equal((await editor!.post(`/admin/webhooks/${path}`, { name: 'x', address: 'https://203.0.114.7/' })).statusCode, 403, path)
  }
  t.notMatch((await editor!.get('/admin')).payload, '/admin/webhooks')
  t.equal((await api.resource('webhooks').search({}, { actor: OPERATOR })).total, 1)
})
