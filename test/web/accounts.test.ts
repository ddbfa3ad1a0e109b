import Fastify from 'fastify'
import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import vitrine, { open } from '../../app.js'
import { keptIn } from '../database.js'
import { temporaryFolder, title } from '../helper.js'
import { refusal } from '../api/collection.js'
import { PASSWORD, withPeople } from './fixtures/signed-in.js'
import { Person } from './person.js'
import type { UserInput } from '../../schemas/administration/users.js'

t.test('an administrator adds, finds, edits and switches off', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const form = { name: 'Zoë <O\'Neil>', email: 'zoe@museum.org', role: 'author', active: '1', password: 'long enough' }
  const wrong = await admin!.post('/admin/user/add', { ...form, email: 'nonsense', name: '' })
  t.equal(wrong.statusCode, 422)
  t.match(wrong.payload, /<p class="problem" id="name-problem">The name cannot be empty\./)
  t.match(wrong.payload, /<input id="email"[^>]*aria-describedby="email-hint email-problem" aria-invalid="true"/)
  const both = (await admin!.post('/admin/user/add', { ...form, email: 'no address', password: 'short' })).payload
  t.match(both, /id="password-problem">A password has at least 8/, 'two mistakes are told at once')
  t.match(both, /id="email-problem">/)
  t.match(
    (await admin!.post('/admin/user/add', { ...form, email: 'global_admin0@example.org', password: 'short' })).payload,
    /id="email-problem">This e-mail address is already taken/
  )
  t.match(
    (await admin!.post('/admin/user/add', { ...form, password: 'short' })).payload,
    /id="password-problem">A password has at least 8/
  )
  t.match(
    (await admin!.post('/admin/user/add', { ...form, password: '12345678' })).payload,
    /id="password-problem">This is one of the most common passwords, which are guessed first/
  )
  t.equal((await api.accounts.list('', OPERATOR)).length, 1)
  t.equal((await admin!.post('/admin/user/add', form)).headers.location, '/admin/user?done=added')
  const found = await admin!.get('/admin/user?search=ZOE')
  t.match(found.payload, 'Zoë &lt;O&#39;Neil&gt;')
  t.notMatch(found.payload, 'global_admin0@example.org')
  t.equal((await new Person(admin!.app).signIn('zoe@museum.org', 'long enough')).statusCode, 303)
  t.equal(
    (await admin!.post(
      '/admin/user/2/edit', { name: 'Zoë', email: 'zoe@museum.org', role: 'editor', active: '1' }
    )).statusCode,
    303
  )
  t.match(await api.accounts.get(2, OPERATOR), { name: 'Zoë', role: 'editor', isActive: true })
  t.equal(
    (await admin!.post('/admin/user/2/active', { active: '0', search: 'zoe' })).headers.location,
    '/admin/user?search=zoe&done=deactivated'
  )
  t.equal((await api.accounts.get(2, OPERATOR)).isActive, false)
})

t.test('many accounts are listed in pages, and actions lead back to the page', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  for (let i = 1; i <= 119; i++) {
    await api.accounts.createUser({
      email: `person${i}@museum.org`, name: `Person ${String(i).padStart(3, '0')}`, role: 'author'
    })
  }
  const shown = async (query: string): Promise<{ names: string[], links: string[] }> => {
    const { payload } = await admin!.get(`/admin/user${query}`)
    const all = (pattern: RegExp): string[] => [...payload.matchAll(pattern)].map(([, found]) => found!)
    return { names: all(/(Person \d+)<\/a><\/h2>/g), links: all(/rel="(?:prev|next)" href="([^"]+)"/g) }
  }
  const first = await shown('')
  t.match(first, { names: { length: 49, 0: 'Person 001' }, links: ['/admin/user?page=2'] })
  t.match(await shown('?page=2'), {
    names: { length: 50, 0: 'Person 050' }, links: ['/admin/user?page=1', '/admin/user?page=3']
  })
  t.match(await shown('?page=99'), { names: { length: 20, 19: 'Person 119' }, links: ['/admin/user?page=2'] })
  for (const page of ['0', '-1', 'x', '1e9']) t.same(await shown(`?page=${page}`), first, page)
  t.match(await shown('?search=person&page=3'), {
    names: { length: 19 }, links: ['/admin/user?search=person&amp;page=2']
  })
  t.equal(
    (await admin!.post('/admin/user/60/active', { active: '0', search: 'person', page: '2' })).headers.location,
    '/admin/user?search=person&page=2&done=deactivated'
  )
})

t.test('the last active administrator stays one, whichever way it is tried', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin', 'site_admin'])
  await api.accounts.createUser({ email: 'other@example.org', name: 'other', role: 'global_admin', isActive: false })
  const users = api.resource('users')
  const by = { actor: OPERATOR, partial: true }
  for (const change of [{ 'o:role': 'editor' }, { 'o:is_active': false }] as UserInput[]) {
    t.match(await refusal(users.update(1, change, by)), { kind: 'invalid' })
    t.match(
      await refusal(users.update(1, { 'o:name': 'n', 'o:email': 'n@museum.org', ...change }, { actor: OPERATOR })),
      { kind: 'invalid' }
    )
    const batch = await users.batchUpdate([1], change, { ...by, continueOnError: true })
    t.equal(batch.failed, 1)
  }
  t.match(await refusal(users.delete(1, by)), { kind: 'invalid' })
  t.equal((await users.batchDelete([1], { ...by, continueOnError: true })).failed, 1)
  t.equal(
    (await admin!.post('/admin/user/1/active', { active: '0' })).statusCode, 403, 'nobody switches themselves off'
  )
  t.match(await api.accounts.get(1, OPERATOR), { role: 'global_admin', isActive: true })
  await users.update(3, { 'o:is_active': true }, by)
  await users.batchUpdate([1, 3], { 'o:is_active': false }, { ...by, continueOnError: true })
  t.equal(
    (await api.accounts.list('', OPERATOR)).filter(({ role, isActive }) => role === 'global_admin' && isActive).length,
    1,
    'of two one stays'
  )
})

t.test('users who do not manage accounts see only their own', async (t) => {
  const { people: [admin, supervisor, editor] } = await withPeople(t, ['global_admin', 'site_admin', 'editor'])
  for (const address of [
    '/admin/user', '/admin/user/add', '/admin/user/1/edit', '/admin/user/2/edit'
  ]) t.equal((await editor!.get(address)).statusCode, 403, address)
  t.equal(
    (await editor!.post(
      '/admin/user/add', { name: 'n', email: 'n@museum.org', role: 'global_admin', active: '1' }
    )).statusCode,
    403
  )
  t.equal(
    (await editor!.post('/admin/user/1/password', { password: 'long enough', repeated: 'long enough' })).statusCode,
    403
  )
  t.equal((await editor!.post('/admin/user/1/keys', { identity: 'i'.repeat(32), label: 'x' })).statusCode, 403)
  t.equal((await editor!.get('/admin/user/99/edit')).statusCode, 404)
  t.equal((await editor!.get('/admin/user/nonsense/edit')).statusCode, 404)
  const own = await editor!.get('/admin/user/3/edit')
  t.equal(own.statusCode, 200)
  t.notMatch(own.payload, /name="role"|name="active"/)
  await editor!.post('/admin/user/3/edit', {
    name: 'editor', email: 'editor2@example.org', role: 'global_admin', active: '1'
  })
  t.match(
    (await admin!.get('/admin/user/3/edit')).payload,
    /<option value="editor" selected>/,
    'what a form does not offer is not taken from it'
  )
  t.equal((await supervisor!.get('/admin/user/1/edit')).statusCode, 403)
  t.notMatch((await supervisor!.get('/admin/user/3/edit')).payload, 'value="global_admin"')
})

t.test('a key has the limits that were ticked', async (t) => {
  const { api, send, people: [admin] } = await withPeople(t, ['global_admin'])
  const made = await admin!.post('/admin/user/1/keys', {
    identity: 'i'.repeat(32),
    label: 'harvest',
    read_only: '1',
    resources: ['items', 'item_sets'],
    expires: '2999-12-31'
  })
  t.equal(made.statusCode, 200)
  const as = { identity: 'i'.repeat(32), credential: /id="key_credential"[^>]*>(\w{32})</.exec(made.payload)![1]! }
  t.match(await api.keys.list(1, OPERATOR), [
    {
      label: 'harvest',
      scope: { readOnly: true, resources: ['items', 'item_sets'] },
      expires: Date.parse('3000-01-01T00:00:00Z') / 1000
    }
  ])
  t.equal((await send({ url: '/api/items', as })).statusCode, 200)
  t.equal((await send({ url: '/api/users', as })).statusCode, 403)
  t.equal((await send({ method: 'POST', url: '/api/items', as, payload: title('x') })).statusCode, 403)
  for (const [name, value] of [
    ['expires', '2001-01-01'], ['expires', 'soon'], ['expires', '2999-02-31'], ['label', ''], ['label', 'x'.repeat(256)]
  ] as const) {
    const answer = await admin!.post('/admin/user/1/keys', { identity: 'j'.repeat(32), label: 'y', [name]: value })
    t.equal(answer.statusCode, 422)
    t.match(answer.payload, `id="${name}-problem"`)
  }
})

t.test('revoking a key again changes nothing, nor does it under another account', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin', 'editor'])
  const { identity } = await api.keys.create(1, { label: 'x' }, OPERATOR)
  const revoke = async (account: number): Promise<[number, unknown]> => {
    const { statusCode, headers } = await admin!.post(`/admin/user/${account}/keys/${identity}/revoke`, {})
    return [statusCode, headers.location]
  }
  t.same(await revoke(2), [303, '/admin/user/2/edit?done=revoked#edit-keys'])
  t.equal((await api.keys.list(1, OPERATOR)).length, 1)
  for (const click of ['first', 'second']) {
    t.same(await revoke(1), [303, '/admin/user/1/edit?done=revoked#edit-keys'], `${click} click`)
    t.equal((await api.keys.list(1, OPERATOR)).length, 0)
  }
})

t.test('both clicks of a double click revoke a key', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const { identity } = await api.keys.create(1, { label: 'x' }, OPERATOR)
  const click = async (): Promise<number> =>
    (await admin!.post(`/admin/user/1/keys/${identity}/revoke`, {})).statusCode
  t.same(await Promise.all([click(), click()]), [303, 303])
  t.same(await api.keys.list(1, OPERATOR), [])
})

t.test('/api-local reads for users who are signed in, and ignores keys', async (t) => {
  const { api, app, people: [editor] } = await withPeople(t, ['editor'])
  await api.items.create({ ...title('hidden'), 'o:is_public': false }, { actor: OPERATOR })
  const { identity, credential } = await api.keys.create(1, { label: 'x' }, OPERATOR)
  const key = `key_identity=${identity}&key_credential=${credential}`
  const list = await editor!.get('/api-local/items')
  t.equal(list.json().length, 1)
  t.match(list.headers.link, '<http://localhost/api-local/items?')
  t.match(list.headers, {
    vary: 'Accept, Cookie', 'cache-control': 'private, no-cache', 'access-control-allow-origin': undefined
  })
  t.equal((await editor!.get('/api-local/items/1')).json()['@id'], 'http://localhost/api/items/1')
  t.equal((await editor!.get('/api/items/1')).statusCode, 404, 'a session is worth nothing elsewhere')
  const keyed = await app.inject(`/api-local/items?${key}`)
  t.same(keyed.json(), [])
  t.notMatch(keyed.headers.link, credential)
  t.equal((await api.keys.list(1, OPERATOR))[0]!.lastAccessed, null)
  t.equal((await editor!.get('/api-local/nope')).statusCode, 404)
  const script = await editor!.get('/api-local/items?callback=steal')
  t.equal(script.statusCode, 400)
  t.match(script.json(), { errors: { callback: [/not given as scripts/] } }, 'and nobody by a script of another site')
  t.equal((await editor!.get('/api-local')).headers.location, 'http://localhost/api')
  for (const [method, url] of [
    ['POST', '/api-local/items'],
    ['PUT', '/api-local/items/1'],
    ['PATCH', '/api-local/items/1'],
    ['DELETE', '/api-local/items/1']
  ] as const) {
    const answer = await app.inject({ method, url, headers: { 'content-type': 'application/json' }, payload: '{}' })
    t.equal(answer.statusCode, 405, method)
    t.ok(answer.json().errors.error)
    t.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
  }
})

t.test('embedded, everything stays below its prefix', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  const api = await open(await keptIn(await temporaryFolder(t)))
  app.addHook('onClose', async () => { await api.close() })
  await app.register(vitrine, { prefix: '/collections', api })
  await api.accounts.createUser({ email: 'a@example.org', name: 'a', role: 'global_admin', password: PASSWORD })
  const person = new Person(app, '/collections')
  const entered = await person.signIn('a@example.org', PASSWORD)
  t.equal(entered.headers.location, '/collections/admin')
  t.match(String(entered.headers['set-cookie']), 'Path=/collections;')
  for (const address of [
    '/admin', '/admin/user', '/admin/user/add', '/admin/user/1/edit', '/logout', '/admin/nothing'
  ]) {
    const { payload } = await person.get(address)
    const led = [...payload.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, to]) => to!)
    t.ok(led.length > 3)
    t.same(led.filter((to) => !to.startsWith('/collections/')), [], address)
  }
  t.equal((await app.inject('/login')).statusCode, 404)
})
