import { createHook } from 'node:async_hooks'
import Fastify from 'fastify'
import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Role } from '../../schemas/administration/roles.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import vitrine from '../../app.js'
import { databaseOf } from '../database.js'
import { build, type Ending, type Server } from '../helper.js'
import { Person } from './person.js'

const PASSWORD = 'a quiet glass case'

async function withPeople (
  t: Ending, settings: Partial<Settings> = {}
): Promise<Server & { person (role: Role): Promise<Person> }> {
  const server = await build(t, settings)
  for (const role of ['global_admin', 'editor'] as const) {
    await server.api.accounts.createUser({ email: `${role}@example.org`, name: role, role, password: PASSWORD })
  }
  return {
    ...server,
    async person (role) {
      const person = new Person(server.app)
      await person.signIn(`${role}@example.org`, PASSWORD)
      return person
    }
  }
}

t.test('the cookie is for no script, no other site and no other path', async (t) => {
  const { app } = await withPeople(t)
  const answer = await new Person(app).signIn('Editor@Example.org', PASSWORD)
  t.equal(answer.statusCode, 303)
  t.equal(answer.headers.location, '/admin')
  const [, kept] = /^vitrine_session=\w{43}\.[\w-]{43}; (.*)$/m.exec([answer.headers['set-cookie']].flat().join('\n'))!
  t.equal(kept, 'Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax')
})

t.test('behind a trusted proxy with TLS the cookie is for TLS only', async (t) => {
  const { app } = await withPeople(t, { trustProxy: true })
  const person = new Person(app)
  await person.get('/login')
  const answer = await person.post('/login', { email: 'editor@example.org', password: PASSWORD }, {
    'x-forwarded-proto': 'https', origin: 'https://localhost'
  })
  t.match(
    String(answer.headers['set-cookie']),
    /vitrine_session=\w{43}\.[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure/
  )
})

t.test('a cookie with an invalid signature is refused without a query', async (t) => {
  const { api, data, person } = await withPeople(t)
  const editor = await person('editor')
  const [secret, signature] = editor.cookies.get('vitrine_session')!.split('.') as [string, string]
  const foreign = await withPeople(t)
  const asked: string[] = []
  for (const { sessions } of [api, foreign.api]) {
    const find = sessions.find.bind(sessions)
    sessions.find = async (given) => {
      asked.push(given)
      return await find(given)
    }
  }
  const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const cookie of [
    secret,
    `${secret}.`,
    `${secret}.${other}`,
    `${secret}.${signature}x`,
    `${'x'.repeat(43)}.${signature}`,
    `.${signature}`,
    '.'
  ]) {
    editor.cookies.set('vitrine_session', cookie)
    t.match((await editor.get('/admin')).headers.location, '/login', cookie)
  }
  const visitor = new Person(editor.app)
  await visitor.get('/login')
  editor.cookies.set('vitrine_session', visitor.cookies.get('vitrine_visit')!)
  t.match((await editor.get('/admin')).headers.location, '/login', 'a signature is for one cookie only')
  const stranger = new Person(foreign.app)
  stranger.cookies.set('vitrine_session', `${secret}.${signature}`)
  t.match((await stranger.get('/admin')).headers.location, '/login', 'another installation signs otherwise')
  t.same(asked, [])

  const beside = Fastify()
  t.teardown(() => beside.close())
  await beside.register(vitrine, { data, database: (await databaseOf(data)).database ?? '' })
  const moved = new Person(beside)
  moved.cookies.set('vitrine_session', `${secret}.${signature}`)
  t.equal((await moved.get('/admin')).statusCode, 200, 'every process on the folder knows the signature')
})

t.test('signing in gives another secret each time, and the one before is worth nothing', async (t) => {
  const { app, person } = await withPeople(t)
  const editor = await person('editor')
  const first = editor.cookies.get('vitrine_session')!
  await editor.get('/login')
  await editor.post('/login', { email: 'editor@example.org', password: PASSWORD })
  t.not(editor.cookies.get('vitrine_session'), first)
  const thief = new Person(app)
  thief.cookies.set('vitrine_session', first)
  t.match((await thief.get('/admin')).headers.location, '/login')
})

t.test('sign-in does not reveal which accounts exist', async (t) => {
  const { app, api } = await withPeople(t)
  await api.accounts.createUser({
    email: 'off@example.org', name: 'off', role: 'editor', password: PASSWORD, isActive: false
  })
  await api.accounts.createUser({ email: 'without@example.org', name: 'without', role: 'editor' })
  const told = new Set<string>()
  const comparisons: number[] = []
  let works = 0
  // Argon2 gives the work that it hands to a thread no name; nothing else here hands over unnamed work.
  const counter = createHook({ init (_, type) { if (String(type) === 'undefined') works++ } }).enable()
  t.teardown(() => { counter.disable() })
  for (const email of ['editor@example.org', 'nobody@example.org', 'off@example.org', 'without@example.org']) {
    const person = new Person(app)
    await person.get('/login')
    works = 0
    const { statusCode, payload } = await person.post('/login', {
      email, password: email.startsWith('editor') ? 'wrong' : PASSWORD
    })
    comparisons.push(works)
    told.add(`${statusCode} ${payload.replaceAll(email, '').replace(/name="csrf" value="[^"]+"/g, '')}`)
  }
  t.equal(told.size, 1)
  t.match([...told][0], /^422 .*E-mail address or password is wrong/s)
  t.same(comparisons, [1, 1, 1, 1], 'each costs one comparison, so that none answers sooner')
})

t.test('guessing is slowed down, for accounts that do not exist as well', async (t) => {
  const { app, person } = await withPeople(t)
  for (const email of ['editor@example.org', 'nobody@example.org']) {
    const guesser = new Person(app)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await guesser.signIn(email, `guess ${i}`)).statusCode)
    t.same(statuses, [...Array<number>(10).fill(422), 429], email)
    const answer = await guesser.signIn(email, PASSWORD)
    t.equal(answer.statusCode, 429, 'the right password as well')
    t.match(answer.headers['retry-after'], /^\d+$/)
    t.match(answer.payload, /Too many attempts\. Try again in \d+ seconds\./)
  }
  const { cookies } = await person('global_admin')
  t.ok(cookies.has('vitrine_session'), 'others sign in as ever')
})

t.test('a form is refused without its token, with that of another session, and from another site', async (t) => {
  const { api, person } = await withPeople(t)
  const editor = await person('editor')
  const other = await person('global_admin')
  const { id } = await api.accounts.get('editor@example.org', OPERATOR)
  const send = async (csrf: string, headers = {}): Promise<number> =>
    (await editor.post(
      `/admin/user/${id}/edit`, { csrf, name: 'changed', email: 'editor@example.org' }, headers
    )).statusCode
  const { token } = editor
  t.equal(await send(''), 403)
  t.equal(await send('x'.repeat(43)), 403)
  t.equal(await send(other.token), 403)
  t.equal(await send(token, { origin: 'https://evil.example' }), 403)
  t.equal(await send(token, { origin: 'null' }), 403)
  t.equal(await send(token, { 'content-type': 'text/plain' }), 415)
  t.equal((await api.accounts.get(id, OPERATOR)).name, 'editor')
  t.equal(await send(token), 303)
  t.equal((await api.accounts.get(id, OPERATOR)).name, 'changed')
})

t.test('wrong guesses do not lock out a user at another address or in a known browser', async (t) => {
  const server = await withPeople(t, { trustProxy: true })
  const [here, elsewhere] = [{ 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.2' }]
  const owner = await server.person('editor')
  await owner.post('/logout')
  const guesser = new Person(server.app)
  await guesser.get('/login')
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    statuses.push(
      (await guesser.post('/login', { email: 'editor@example.org', password: `guess ${i}` }, here)).statusCode
    )
  }
  t.same(statuses, [...Array<number>(10).fill(422), 429])
  await owner.get('/login')
  t.equal(
    (await owner.post('/login', { email: 'editor@example.org', password: PASSWORD }, here)).statusCode,
    303,
    'the known browser at the same address'
  )
  const stranger = new Person(server.app)
  await stranger.get('/login')
  t.equal(
    (await stranger.post('/login', { email: 'editor@example.org', password: PASSWORD }, elsewhere)).statusCode,
    303,
    'a new browser at another'
  )
})

t.test('a known browser counts for its own account only, cannot be forged, and has ten guesses', async (t) => {
  const server = await withPeople(t)
  const person = await server.person('editor')
  const [name, value] = [...person.cookies].find(([name]) => name.startsWith('vitrine_known_'))!
  await person.post('/logout')
  const statusesWith = async (cookie: string, guesses: number): Promise<number[]> => {
    const guesser = new Person(server.app)
    guesser.cookies.set(name, cookie)
    await guesser.get('/login')
    const statuses: number[] = []
    for (let i = 0; i < guesses; i++) {
      statuses.push((await guesser.post('/login', { email: 'editor@example.org', password: `guess ${i}` })).statusCode)
    }
    return statuses
  }
  t.same(
    await statusesWith(value, 21), [...Array<number>(20).fill(422), 429], 'ten as a known browser, ten as any other'
  )
  t.same(await statusesWith(`x${value.slice(1)}`, 1), [429])
  await person.get('/login')
  const other = await person.post('/login', { email: 'global_admin@example.org', password: 'wrong' })
  t.equal(other.statusCode, 422)
})

t.test('signing in is refused without the token of the visit, too', async (t) => {
  const { app } = await withPeople(t)
  const person = new Person(app)
  const answer = await person.post('/login', { email: 'editor@example.org', password: PASSWORD, csrf: 'x' })
  t.equal(answer.statusCode, 403)
  t.match(answer.payload, 'did not come from a page of this site')
  t.notOk(person.cookies.has('vitrine_session'))
})

t.test('a link does not sign users out, and redirects to no other site', async (t) => {
  const { person } = await withPeople(t)
  const editor = await person('editor')
  t.match((await editor.get('/logout')).payload, 'Sign out?')
  t.equal((await editor.get('/admin')).statusCode, 200)
  t.equal((await editor.post('/logout')).headers.location, '/login?done=signed-out')
  t.equal((await editor.get('/admin')).statusCode, 303)
})

t.test('after signing in people are where they wanted to go, if that is a page of ours', async (t) => {
  const { app } = await withPeople(t)
  const asked = await new Person(app).get('/admin/user/1/edit?x=1')
  t.equal(asked.headers.location, '/login?next=%2Fadmin%2Fuser%2F1%2Fedit%3Fx%3D1')
  const goes = async (next: string) => (await new Person(app).signIn(
    'editor@example.org', PASSWORD, { next }
  )).headers.location
  t.equal(await goes('/admin/user/1/edit?x=1'), '/admin/user/1/edit?x=1')
  for (const next of [
    'https://evil.example', '//evil.example', '/\\evil.example', '/administrator', '/admin\\@evil',
    'javascript:alert(1)', '/api/items', '/admin\r\nx: y'
  ]) {
    t.equal(await goes(next), '/admin', next)
  }
})

t.test('a new password ends other sessions, deactivation ends all, at once', async (t) => {
  const { api, person } = await withPeople(t)
  const here = await person('editor')
  const elsewhere = await person('editor')
  const form = { current: PASSWORD, password: 'an even quieter case', repeated: 'an even quieter case' }
  t.match(
    (await here.post('/admin/user/2/password', { ...form, current: 'wrong' })).payload, 'not your current password'
  )
  t.match((await here.post('/admin/user/2/password', { ...form, repeated: 'other' })).payload, 'not the same')
  t.match(
    (await here.post('/admin/user/2/password', { ...form, password: 'short', repeated: 'short' })).payload,
    'at least 8 characters'
  )
  t.equal(
    (await here.post('/admin/user/2/password', form)).headers.location,
    '/admin/user/2/edit?done=password#change-password'
  )
  t.equal((await here.get('/admin')).statusCode, 200)
  t.equal((await elsewhere.get('/admin')).statusCode, 303)
  const admin = await person('global_admin')
  t.equal((await admin.post('/admin/user/2/active', { active: '0' })).statusCode, 303)
  t.equal((await here.get('/admin')).statusCode, 303)
  await api.resource('users').update(2, { 'o:is_active': true }, { actor: OPERATOR, partial: true })
  t.equal((await here.get('/admin')).statusCode, 303, 'for good')
})

t.test('pages take nothing from elsewhere and stand in no frame and no cache', async (t) => {
  const { app, person } = await withPeople(t)
  const admin = await person('global_admin')
  for (const address of ['/login', '/admin', '/admin/user', '/admin/user/1/edit', '/admin/nothing', '/logout']) {
    const { headers, payload } = await (address === '/login' ? new Person(app) : admin).get(address)
    t.match(headers['content-security-policy'], /^default-src 'none'; style-src 'self'; script-src 'self'; /, address)
    t.notMatch(headers['content-security-policy'], 'unsafe')
    t.match(headers, {
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin'
    })
    t.equal(headers['access-control-allow-origin'], undefined)
    t.notMatch(payload, /<script(?! src)|<style| style=| on\w+=/, address)
  }
})

t.test('browsers cache styles and scripts of the pages until they change', async (t) => {
  const { app } = await withPeople(t)
  const { payload } = await app.inject('/login')
  const addresses = [...payload.matchAll(/(?:href|src)="(\/admin\/assets\/[^"]+)"/g)].map(([, address]) => address!)
  t.ok(addresses.length >= 3)
  for (const address of addresses) {
    const { statusCode, headers } = await app.inject(address)
    t.equal(statusCode, 200, address)
    t.match(headers['cache-control'], 'immutable')
  }
})
