import { OPERATOR, type Scope } from '../../api/core/calls/actor.js'
import type { Role } from '../../schemas/administration/roles.js'
import { open } from '../../app.js'

const ROLES = [
  'global_admin',
  'site_admin',
  'editor',
  'reviewer',
  'author',
  'researcher'
] as const satisfies readonly Role[]

/** Senders of requests: accounts of every role, and keys limited to part of their owner's rights. */
export type ActorName = typeof ROLES[number] | 'author2' | 'editor_read_only' | 'editor_items_only' | 'anonymous'

/** Authorization header; undefined for anonymous. */
type Authorization = string | undefined

interface Account { name: Exclude<ActorName, 'anonymous'>, role: Role, scope?: Scope }

const ACCOUNTS: readonly Account[] = [
  ...ROLES.map((role) => ({ name: role, role })),
  { name: 'author2', role: 'author' },
  { name: 'editor_read_only', role: 'editor', scope: { readOnly: true } },
  { name: 'editor_items_only', role: 'editor', scope: { resources: ['items'] } }
]

export interface Accounts {
  /** The header that authenticates each. */
  authorization: Record<ActorName, Authorization>
  /** Ids of the accounts; null for anonymous. */
  id: Record<ActorName, number | null>
}

type Collection = Awaited<ReturnType<typeof open>>

/** Makes an account and a key for every actor. Account ids are 1, 2, 3, … in the order of the actors. */
export async function createAccounts (api: Collection): Promise<Accounts> {
  const authorization: Partial<Record<ActorName, Authorization>> = { anonymous: undefined }
  const id: Partial<Record<ActorName, number | null>> = { anonymous: null }
  for (const { name, role, scope } of ACCOUNTS) {
    const email = `${name.replaceAll('_', '-')}@example.org`
    await api.accounts.createUser({ email, name, role })
    const key = await api.keys.create(email, { label: 'torture', ...(scope !== undefined && { scope }) }, OPERATOR)
    authorization[name] = `Bearer ${key.identity}.${key.credential}`
    id[name] = (await api.accounts.findUser(email))!.id
  }
  return { authorization: authorization as Accounts['authorization'], id: id as Accounts['id'] }
}

/** A new data folder with these accounts, closed again. */
export async function createFolder (data: string): Promise<Accounts> {
  const api = await open({ data, searchThreads: 0 })
  try {
    return await createAccounts(api)
  } finally {
    await api.close()
  }
}
