import t from 'tap'
import { collection, refusal, titled, type Json } from '../collection.js'

const NEW = { 'o:name': 'Ada', 'o:email': 'ada@museum.org', 'o:role': 'author' }

t.test('a new account is inactive unless it is said to be active', async (t) => {
  const { make, get, api, as } = await collection(t)
  const id = await make('users', NEW)
  t.match(await get('users', id), {
    ...NEW,
    '@type': 'o:User',
    'o:is_active': false,
    'o:created': /^\d{4}-.*\+00:00$/
  })
  const scalarOf = async (name: 'created' | 'modified'): Promise<unknown> =>
    ((await api.resource('users').search({ return_scalar: name }, as.global_admin)).json() as Json)[String(id)]
  t.equal(await scalarOf('modified'), await scalarOf('created'), 'it was changed last when it was made')
  const active = await make('users', { ...NEW, 'o:email': 'b@museum.org', 'o:is_active': '1' })
  t.equal((await get('users', active))['o:is_active'], true)
})

t.test('all missing members are reported together, in order', async (t) => {
  const { make } = await collection(t)
  const { errors } = await refusal(make('users', {}))
  t.same(errors, {
    'o:name': ['The name cannot be empty.'],
    'o:email': ['Invalid type given. String expected'],
    'o:role': ['Users must have a role.']
  })
  t.same(Object.keys(errors), ['o:name', 'o:email', 'o:role'])
})

t.test('a field of the wrong type, or longer than it may be, is refused under its key', async (t) => {
  const { make } = await collection(t)
  t.match(await refusal(make('users', { ...NEW, 'o:name': ['Ada'] })), {
    kind: 'invalid',
    errors: { 'o:name': [String] }
  })
  t.match(await refusal(make('users', { ...NEW, 'o:name': 'x'.repeat(191) })), {
    kind: 'invalid',
    errors: { 'o:name': [/190/] }
  })
  t.match(await refusal(make('users', { ...NEW, 'o:role': { a: 1 } })), {
    kind: 'invalid',
    errors: { 'o:role': [String] }
  })
})

t.test('an unknown role is refused with the list of roles', async (t) => {
  const { make, patch, id } = await collection(t)
  t.match(await refusal(make('users', { ...NEW, 'o:role': 'weird' })), {
    kind: 'invalid',
    errors: { 'o:role': [/"weird".*global_admin.*researcher/] }
  })
  t.match(await refusal(patch('users', id('author'), { 'o:role': 'weird' })), {
    kind: 'invalid',
    errors: { 'o:role': [String] }
  })
})

t.test('an e-mail address is examined as people know it from the reference', async (t) => {
  const { make } = await collection(t)
  const errorsOf = async (email: unknown): Promise<unknown> =>
    (await refusal(make('users', { ...NEW, 'o:email': email }))).errors
  const format = ['The input is not a valid email address. Use the basic format local-part@hostname']
  for (const email of ['', 'nonsense', 'a..b@museum.org']) t.same(await errorsOf(email), { 'o:email': format })
  t.match(await errorsOf('a@b'), { 'o:email': [/^'b' is not a valid hostname/, /DNS hostname$/, /local network/] })
  t.match(await errorsOf('a@example.invalid'), { 'o:email': [/^'example.invalid'/, /TLD/, /local network/] })
  t.match(await errorsOf(' a@museum.org'), { 'o:email': [/dot-atom/, /quoted-string/, /^' a' is not a valid local part/] })
  t.same(await errorsOf('zoë.o\'neil+x@müseum.example.org'), {})
})

t.test('an address is taken in any case', async (t) => {
  const { make } = await collection(t)
  t.same(await refusal(make('users', { ...NEW, 'o:email': 'AUTHOR@example.org' })), {
    kind: 'invalid',
    errors: { 'o:email': ['The email AUTHOR@example.org is already taken.'] }
  })
})

t.test('an account that is read and sent back does not change', async (t) => {
  const { get, put, id, as } = await collection(t)
  for (const role of ['global_admin', 'author'] as const) {
    const read = await get('users', id(role), as[role])
    t.same(await put('users', id(role), read, as[role]), read)
  }
})

t.test('people change their own name, neither their role nor whether they are active', async (t) => {
  const { patch, id, as } = await collection(t)
  for (const role of ['researcher', 'author', 'site_admin', 'global_admin'] as const) {
    t.equal((await patch('users', id(role), { 'o:name': 'Me' }, as[role]))['o:name'], 'Me')
    t.match(await refusal(patch('users', id(role), { 'o:role': 'editor' }, as[role])), {
      kind: 'forbidden',
      errors: { error: /to change the role of this user/ }
    })
    t.match(await refusal(patch('users', id(role), { 'o:is_active': 0 }, as[role])), {
      kind: 'forbidden',
      errors: { error: /to activate or deactivate this user/ }
    })
  }
})

t.test('a supervisor manages accounts, except accounts of administrators', async (t) => {
  const { make, patch, id, as } = await collection(t)
  const made = await make('users', NEW, as.site_admin)
  t.equal((await patch('users', made, { 'o:role': 'editor', 'o:is_active': true }, as.site_admin))['o:role'], 'editor')
  t.match(await refusal(make('users', { ...NEW, 'o:email': 'c@museum.org', 'o:role': 'site_admin' }, as.site_admin)), {
    kind: 'forbidden',
    errors: { error: /to give the role of an administrator/ }
  })
  t.match(await refusal(patch('users', id('global_admin'), { 'o:name': 'x' }, as.site_admin)), {
    kind: 'forbidden',
    errors: { error: /to update/ }
  })
})

t.test('the last active global administrator cannot be removed by any user', async (t) => {
  const { api, patch, id, another, as } = await collection(t)
  const other = await another('global_admin')
  await patch('users', id('global_admin'), { 'o:is_active': false }, other)
  const gone = { actor: as.global_admin.actor }
  for (const change of [{ 'o:is_active': false }, { 'o:role': 'editor' }]) {
    t.match(await refusal(patch('users', other.id, change, gone)), {
      kind: 'invalid',
      errors: { [Object.keys(change)[0]!]: [/last active global administrator/] }
    })
  }
  t.match(await refusal(api.resource('users').delete(other.id, gone)), { kind: 'invalid' })
})

t.test('resources of a deleted account have no owner', async (t) => {
  const { api, make, get, id, as } = await collection(t)
  const item = await make('items', titled('Mine'), as.author)
  t.equal((await api.resource('users').delete(id('author'), as.global_admin)).id, id('author'))
  t.equal((await get('items', item))['o:owner'], null)
})

t.test('accounts are found by e-mail address, role, state and site permission', async (t) => {
  const { api, find, id, site, as } = await collection(t)
  const shared = await site({ permissions: [[id('author'), 'viewer']] })
  t.same(await find('users', { email: 'EDITOR@example.org' }), [id('editor')])
  t.same(await find('users', { role: 'Editor' }), [id('editor')])
  t.same(await find('users', { is_active: '0' }), [])
  t.same(await find('users', { site_permission_site_id: String(shared) }), [id('author')])
  t.same(await find('users', { site_permission_site_id: [String(shared), '99'] }), [id('author')])
  t.same(await find('users', { site_permission_site_id: ['99'] }), [])
  t.same(await find('users', { name: '', role: '0', is_active: 'true' }), await find('users'))
  t.match(await refusal(api.resource('users').search({}, as.anonymous)), { kind: 'forbidden' })
})
