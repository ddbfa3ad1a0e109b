import t from 'tap'
import { build } from '../../helper.js'
import { Person } from '../../web/person.js'

const SECRET = 'a quiet glass case'

t.test('a refused sign-in or key leaves one line with address and account, and never a secret', async (t) => {
  const lines: string[] = []
  const stream = { write (line: string) { lines.push(line) } }
  const { app, api, account, send } = await build(t, {}, { logger: { level: 'warn', stream } })
  await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor', password: SECRET })
  const person = new Person(app)
  await person.signIn('ada@example.org', `${SECRET} wrong`)
  await person.signIn(SECRET, 'ada@example.org')
  await person.signIn(`x\n\u001B[31m\u202E${'y'.repeat(300)}@example.org`, SECRET)
  const key = await account('editor')
  const wrong = { ...key, credential: 'x'.repeat(32) }
  t.equal((await send({ url: '/api/items', as: wrong })).statusCode, 401)
  const inQuery = `/api/items?key_identity=${key.credential}&key_credential=${key.identity}`
  t.equal((await send({ url: inQuery })).statusCode, 200)
  t.equal((await send({ url: '/api/items', as: key })).statusCode, 200)
  await person.signIn('ada@example.org', SECRET)

  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const address = '127.0.0.1'
  t.match(told, [
    { level: 40, msg: 'A sign-in was refused.', address, account: 'ada@example.org', reason: 'wrong' },
    { level: 40, msg: 'A sign-in was refused.', address, account: '(no e-mail address)', reason: 'wrong' },
    { level: 40, msg: 'A sign-in was refused.', address, account: /^x[\uFFFD]+\[31m\uFFFDy+…$/u },
    { msg: 'A key was refused.', address, account: 'editor1@example.org', key: key.identity, reason: String },
    { level: 40, msg: 'A key was refused.', address, reason: String }
  ])
  t.equal(lines.length, 5)
  t.ok(lines.every((line) => line.length < 600))
  for (const secret of [SECRET, key.credential, wrong.credential]) {
    t.notOk(lines.some((line) => line.includes(secret)), secret)
  }

  for (let times = 0; times < 60; times++) await send({ url: '/api/items', as: wrong })
  t.ok(lines.length <= 25, 'many of one address leave few lines')
})
