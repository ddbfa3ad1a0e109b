import t from 'tap'
import { OPERATOR, type Actor } from '../../../api/core/calls/actor.js'
import type { Role } from '../../../schemas/administration/roles.js'
import type { Payload, UpdateCall } from '../../../api/core/calls/call.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import { apiKey, asset, job, property, resourceClass, sitePage } from '../../../db/tables/index.js'
import {
  MEDIA_RULES,
  OWNED_RULES,
  OWNER_RULES,
  RESOURCE_RULES,
  SITE_RULES,
  TYPE_RULES,
  USER_RULES,
  VALUE_RULES,
  WHO,
  type Rule,
  type Verdict
} from './access-matrix-rules.js'
import { collection, html, link, literal, uri, type Collection, type Json } from '../collection.js'

type Who = Role | 'anonymous'
let cells = 0

/** Verdict of an operation. Allowed, too, is what is refused for its payload and not for its actor. */
async function verdictOf (work: () => Promise<unknown>): Promise<Verdict> {
  try {
    await work()
    return '+'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    switch (error.kind) {
      case 'forbidden': return / (?:this|such a) [a-z ]+\./.test(error.message) ? 'e' : 't'
      case 'not-found': return 'h'
      case 'not-allowed': return 'x'
      default: return '+'
    }
  }
}

/** Tests every cell of a table and reports all differences together. */
async function walk (
  t: { same(found: unknown, wanted: unknown): unknown },
  rules: readonly Rule[],
  act: (type: string, who: Who, rule: Rule) => Promise<Verdict>
): Promise<void> {
  const wrong: string[] = []
  for (const rule of rules) {
    for (const type of rule.types) {
      for (const who of WHO) {
        const expected = rule.verdicts[who]
        if (expected === '-') continue
        cells++
        const got = await act(type, who, rule)
        if (got !== expected) {
          wrong.push(`${type} | ${rule.row} | ${rule.operation} | ${who}: ${got} instead of ${expected}`)
        }
      }
    }
  }
  t.same(wrong, [])
}

/** A payload that is refused after access is decided, so that allowed operations change nothing. */
const tentative = (actor: Actor): UpdateCall => ({ actor, precondition: () => false })

/** The outcome of an operation, for every operation that does not change anything. */
async function operate (
  { api, as }: Collection,
  type: string,
  who: Who,
  operation: string,
  id: number
): Promise<Verdict> {
  const { actor } = as[who]
  const resource = api.resource(type)
  const inBatch = async (work: Promise<{ outcomes: unknown[] }>): Promise<void> => { await work }
  switch (operation) {
    case 'search': return await verdictOf(() => resource.search({}, { actor }))
    case 'read': return await verdictOf(() => resource.read(id, { actor }))
    case 'found': return await foundIn(() => resource.search({ id: String(id) }, { actor }))
    case 'create': return await verdictOf(() => resource.create({}, { actor }))
    case 'update':
    case 'put': return await verdictOf(() => resource.update(id, {}, tentative(actor)))
    case 'patch': return await verdictOf(() => resource.update(id, {}, { ...tentative(actor), partial: true }))
    case 'delete': return await verdictOf(() => resource.delete(id, tentative(actor)))
    case 'batchUpdate': return await verdictOf(() => inBatch(resource.batchUpdate([id], {}, tentative(actor))))
    case 'batchDelete': return await verdictOf(() => inBatch(resource.batchDelete([id], tentative(actor))))
    default: throw new Error(`There is no operation ${operation}.`)
  }
}

/** Whether a list holds anything, by its rows, its total and its scalars alike. */
async function foundIn (search: () => Promise<{ json (): unknown, total: number | null }>): Promise<Verdict> {
  let found = 0
  const verdict = await verdictOf(async () => {
    const answer = await search()
    found = (answer.json() as unknown[]).length
    if (answer.total !== found) throw new Error('The total counts what is not shown.')
  })
  return verdict === '+' && found === 0 ? 'h' : verdict
}

/** For each role the rows that a table speaks of, made by `make` for an owner. */
async function rowsFor<T> (make: (who: Who) => Promise<T>): Promise<Map<Who, T>> {
  const rows = new Map<Who, T>()
  for (const who of WHO) rows.set(who, await make(who))
  return rows
}

const secret = (isPrivate: boolean): Payload => isPrivate ? { 'o:is_public': false } : {}
const ownedBy = (id: number | null): Payload => ({ 'o:owner': { 'o:id': id } })

t.test('rights that depend on the resource type only', async (t) => {
  const made = await collection(t)
  const site = await made.site()
  await walk(t, TYPE_RULES, async (type, who, { operation }) => {
    if (type === 'site_pages' && operation === 'create') {
      return await verdictOf(() => made.api.resource(type).create({}, made.as[who]))
    }
    return await operate(made, type, who, operation, 987_654)
  })
  t.ok(site)
})

t.test('items, item sets and media: own and of others, public and private', async (t) => {
  const made = await collection(t)
  const another = (await made.another('researcher')).id
  const item = await made.make('items', ownedBy(another))
  const rows = new Map<string, number>()
  const rowOf = async (type: string, who: Who, row: string): Promise<number> => {
    const [whose, seen] = row.split(' ')
    const owner = whose === 'own' ? made.id(who as Role) : another
    const key = `${type} ${owner} ${seen}`
    if (!rows.has(key)) {
      const payload = { ...ownedBy(owner), ...secret(seen === 'private') }
      rows.set(key, type === 'media' ? await made.page(item, payload) : await made.make(type as 'items', payload))
    }
    return rows.get(key)!
  }
  await walk(
    t,
    RESOURCE_RULES,
    async (type, who, { row, operation }) => await operate(made, type, who, operation, await rowOf(type, who, row))
  )

  await t.test('and what all kinds together show is what each shows by itself', async (t) => {
    const reads = RESOURCE_RULES.filter(({ operation }) => operation === 'read' || operation === 'found')
    await walk(
      t,
      reads,
      async (type, who, { row, operation }) =>
        await operate(made, 'resources', who, operation, await rowOf(type, who, row))
    )
  })
})

t.test('media are seen only with their item', async (t) => {
  const made = await collection(t)
  const another = (await made.another('researcher')).id
  const third = (await made.another('author')).id
  await walk(t, MEDIA_RULES, async (_type, who, { row, operation }) => {
    const [, whose, seen, itemWhose, itemSeen] = /^(own|other) (public|private) in (own|other) (public|private)$/.exec(
      row
    )!
    const me = who === 'anonymous' ? another : made.id(who)
    const item = await made.make('items', {
      ...ownedBy(itemWhose === 'own' ? me : third),
      ...secret(itemSeen === 'private')
    })
    const media = await made.page(item, { ...ownedBy(whose === 'own' ? me : another), ...secret(seen === 'private') })
    return await operate(made, 'media', who, operation, media)
  })
})

t.test('assets, templates, vocabularies with their members, jobs: own, of other users, without an owner', async (t) => {
  const made = await collection(t)
  const another = (await made.another('researcher')).id
  const { api } = made
  let number = 0
  async function make (type: string, ownerId: number | null): Promise<number> {
    const name = `row${++number}`
    if (type === 'resource_templates') {
      return await made.make(type as 'items', { 'o:label': name, ...ownedBy(ownerId) }, { actor: OPERATOR })
    }
    if (type === 'vocabularies') {
      return await made.make(
        type as 'items',
        { 'o:label': name, 'o:prefix': name, 'o:namespace_uri': `http://example.org/${name}#`, ...ownedBy(ownerId) },
        { actor: OPERATOR }
      )
    }
    return await api.store.write(async (database) => {
      switch (type) {
        case 'assets':
          return (
            await database
              .insert(asset)
              .values({ ownerId, name, nameKey: name, mediaType: 'image/png', storageId: name, extension: 'png' })
              .returning({ id: asset.id })
          )[0]!.id
        case 'jobs':
          return (await database.insert(job).values({ ownerId, class: name, started: 0 }).returning({ id: job.id }))[0]!
            .id
        case 'properties':
          return (
            await database
              .insert(property)
              .values({ ownerId, vocabularyId: 1, localName: name, label: name, labelKey: name })
              .returning({ id: property.id })
          )[0]!.id
        default:
          return (
            await database
              .insert(resourceClass)
              .values({ ownerId, vocabularyId: 1, localName: name, label: name, labelKey: name })
              .returning({ id: resourceClass.id })
          )[0]!.id
      }
    })
  }
  const rows = new Map<string, number>()
  await walk(t, OWNED_RULES, async (type, who, { row, operation }) => {
    const ownerId = row === 'own' ? made.id(who as Role) : row === 'other' ? another : null
    const key = `${type} ${String(ownerId)}`
    if (!rows.has(key)) rows.set(key, await make(type, ownerId))
    return await operate(made, type, who, operation, rows.get(key)!)
  })
})

t.test('sites and their pages, by the role on the site', async (t) => {
  const made = await collection(t)
  const owner = (await made.another('researcher')).id
  const { api, as } = made
  const sites = new Map<string, number>()
  const siteOf = async (who: Who, standing: string, seen: string): Promise<number> => {
    const isPublic = seen === 'public'
    const key = `${who} ${standing} ${seen}`
    if (!sites.has(key)) {
      sites.set(key, await made.site(standing === 'owner'
        ? { owner: made.id(who as Role), isPublic }
        : { owner, isPublic, permissions: standing === 'stranger' ? [] : [[made.id(who as Role), standing]] }))
    }
    return sites.get(key)!
  }
  let number = 0
  await walk(t, SITE_RULES, async (type, who, { row, operation }) => {
    const [standing, seen, pageSeen] = row.split(' ') as [string, string, string?]
    const siteId = await siteOf(who, standing, seen)
    if (operation === 'addPage') {
      return await verdictOf(() =>
        api.resource('site_pages').create({ 'o:title': `page ${++number}`, 'o:site': { 'o:id': siteId } }, as[who])
      )
    }
    if (type === 'sites') return await operate(made, type, who, operation, siteId)
    const slug = `page-${++number}`
    const [page] = await api.store.write(async (database) => await database.insert(sitePage).values({
      siteId, slug, slugKey: slug, title: slug, titleKey: slug, isPublic: pageSeen === 'public', created: 0
    }).returning({ id: sitePage.id }))
    return await operate(made, type, who, operation, page!.id)
  })

  await t.test('only users who may assign items to a site add them there; for others the site is ignored', async (t) => {
    const wrong: string[] = []
    for (const who of WHO.filter((who) => who !== 'anonymous' && who !== 'researcher') as Role[]) {
      const isAdmin = who === 'site_admin' || who === 'global_admin'
      for (const standing of ['owner', 'admin', 'editor', 'viewer', 'stranger']) {
        for (const seen of ['public', 'private']) {
          cells++
          const siteId = await siteOf(who, standing, seen)
          const item = await made.make('items', {}, as[who])
          const verdict = await verdictOf(() =>
            api.items.update(item, { 'o:site': [{ 'o:id': siteId }] }, { ...as[who], partial: true })
          )
          const joined = ((await made.get('items', item))['o:site'] as Json[]).some((site) => site['o:id'] === siteId)
          const expected =
            isAdmin || ['owner', 'admin', 'editor'].includes(standing)
              ? 'joined'
              : standing === 'stranger' && seen === 'private'
                ? 'h'
                : 'left out'
          const got = verdict === '+' ? joined ? 'joined' : 'left out' : verdict
          if (got !== expected) wrong.push(`${who} as ${standing} of a ${seen} site: ${got} instead of ${expected}`)
        }
      }
    }
    t.same(wrong, [])
  })
})

t.test('accounts: one\'s own and those of every role', async (t) => {
  const made = await collection(t)
  // Further administrators, because the last one cannot be removed.
  await made.another('global_admin')
  const { api, as } = made
  const others = await rowsFor(async (who) => who === 'anonymous' ? 0 : (await made.another(who)).id)
  let number = 0
  await walk(t, USER_RULES, async (type, who, { row, operation }) => {
    const call = as[who]
    const id = row === 'self' ? made.id(who as Role) : row === 'none' ? 0 : others.get(row as Role)!
    const [name, roleName] = operation.split(':')
    const role = roleName === undefined ? undefined : (ROLES_OF[roleName]?.(who as Role) ?? roleName) as Role
    const users = api.resource('users')
    switch (name) {
      case 'create':
        return await verdictOf(() =>
          users.create({ 'o:name': 'n', 'o:email': `new${++number}@museum.org`, 'o:role': role }, call)
        )
      case 'password':
        return await verdictOf(() => api.accounts.changePassword(id, { password: 'long enough' }, call.actor))
      case 'keys': return await keysVerdict(made, id, call.actor)
      // Undone, because the next actor must find the account unchanged.
      case 'role':
      case 'active': {
        const before = (await made.get('users' as 'items', id))
        const change = name === 'role' ? { 'o:role': role } : { 'o:is_active': before['o:is_active'] !== true }
        const verdict = await verdictOf(() => users.update(id, change, { ...call, partial: true }))
        await users.update(
          id,
          { 'o:role': before['o:role'], 'o:is_active': before['o:is_active'] },
          { actor: OPERATOR, partial: true }
        )
        return verdict
      }
      default: return await operate(made, type, who, operation, id)
    }
  })
})

/** Roles that depend on the actor. */
const ROLES_OF: Record<string, (who: Role) => Role> = {
  own: (who) => who,
  another: (who) => who === 'author' ? 'editor' : 'author',
  administrator: (who) => who === 'site_admin' ? 'global_admin' : 'site_admin'
}

/** Making, listing and revoking keys are one right. */
async function keysVerdict ({ api }: Collection, id: number, actor: Actor): Promise<Verdict> {
  const { identity } = await api.keys.create(id, { label: 'present' }, OPERATOR)
  const verdicts = [
    await verdictOf(() => api.keys.list(id, actor)),
    await verdictOf(() => api.keys.create(id, { label: 'new' }, actor)),
    await verdictOf(() => api.keys.revoke(identity, actor))
  ]
  await api.store.write(async (database) => { await database.delete(apiKey) })
  return verdicts.every((verdict) => verdict === verdicts[0]) ? verdicts[0]! : '-'
}

t.test('naming an owner', async (t) => {
  const made = await collection(t)
  const another = (await made.another('researcher')).id
  const item = await made.make('items', {})
  const { api, as } = made
  let number = 0
  const payloads: Record<string, () => Payload> = {
    items: () => ({}),
    item_sets: () => ({}),
    media: () => html({ 'o:item': { 'o:id': item } }),
    resource_templates: () => ({ 'o:label': `template ${++number}` }),
    sites: () => ({ 'o:title': `site ${++number}`, 'o:theme': 'default', 'o:item_pool': {} }),
    vocabularies: () => ({
      'o:label': 'v',
      'o:prefix': `v${++number}`,
      'o:namespace_uri': `http://example.org/v${number}#`
    })
  }
  await walk(t, OWNER_RULES, async (type, who, { row, operation }) => {
    const me = as[who].actor.id
    const owner = { none: {}, self: ownedBy(me), same: ownedBy(me), other: ownedBy(another), null: ownedBy(null) }[
      operation
    ] as Payload
    const resource = api.resource(type)
    if (row === 'create') return await verdictOf(() => resource.create({ ...payloads[type]!(), ...owner }, as[who]))
    const { id } = await resource.create({ ...payloads[type]!(), ...ownedBy(me ?? another) }, { actor: OPERATOR })
    return await verdictOf(() => resource.update(id as number, owner, { ...as[who], partial: true }))
  })
})

t.test('values, links and what links here', async (t) => {
  const made = await collection(t)
  const another = (await made.another('researcher')).id
  await walk(t, VALUE_RULES, async (_type, who, { row, operation }) => {
    const ownerOf = (whose: string | undefined): number => whose === 'own' ? made.id(who as Role) : another
    const [subject, target] = row.split(' to ').map((part) => part.split(' '))
    const read = async (id: number): Promise<Json> => (await made.api.items.read(id, made.as[who])).json() as Json
    if (target === undefined) {
      // Here it is the value that is public or private.
      const isPublic = { is_public: subject![1] === 'public' }
      const value = operation === 'uri' ? uri('http://example.org/', undefined, isPublic) : literal('words', isPublic)
      const id = await made.make('items', { ...ownedBy(ownerOf(subject![0])), 'dcterms:description': [value] })
      return (await read(id))['dcterms:description'] === undefined ? 'h' : '+'
    }
    const targetId = await made.make('items', { ...ownedBy(ownerOf(target[0])), ...secret(target[1] === 'private') })
    const id = await made.make('items', {
      ...ownedBy(ownerOf(subject![0])),
      ...secret(subject![1] === 'private'),
      'dcterms:relation': [link(targetId)]
    })
    if (operation === 'reverse') return (await read(targetId))['@reverse'] === undefined ? 'h' : '+'
    return await verdictOf(async () => {
      if ((await read(id))['dcterms:relation'] === undefined) throw new ApiError('not-found', { error: 'left out' })
    })
  })
})

t.test('a key can only do what its scope allows', async (t) => {
  const made = await collection(t)
  const { api } = made
  const full = made.as.global_admin.actor
  const names = api.resourceNames
  const wrong: string[] = []
  const refused = (verdict: Verdict): boolean => verdict === 't'
  for (const readOnly of [false, true]) {
    for (const scoped of [undefined, ...names]) {
      if (!readOnly && scoped === undefined) continue
      const actor: Actor = {
        ...full,
        scope: { ...(readOnly && { readOnly }), ...(scoped !== undefined && { resources: [scoped] }) }
      }
      for (const name of names) {
        for (const operation of ['search', 'read', 'create', 'update', 'delete', 'batchUpdate', 'batchDelete']) {
          cells++
          const writes = operation !== 'search' && operation !== 'read'
          const mustRefuse = (readOnly && writes) || (scoped !== undefined && scoped !== name)
          const verdict = await operate(
            { ...made, as: { ...made.as, global_admin: { actor } } },
            name,
            'global_admin',
            operation,
            987_654
          )
          if (refused(verdict) !== mustRefuse) {
            wrong.push(`${readOnly ? 'read only ' : ''}${scoped ?? 'all'}: ${operation} ${name}: ${verdict}`)
          }
        }
      }
    }
  }
  t.same(wrong, [])
})

t.test('all of it', async (t) => {
  t.comment(`${cells} cells`)
  t.ok(cells > 3000, 'thousands of cells')
})
