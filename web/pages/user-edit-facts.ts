import type { AccountFacts } from '../../api/accounts/accounts.js'
import type { Key } from '../../api/accounts/keys.js'
import type { Problems } from '../fields.js'
import type { AccountFields, AccountRights } from './user-form.js'

/** What was entered about a new key. */
export interface KeyDraft {
  /** Its identity, so that a form that is sent twice makes one key. */
  identity: string
  label: string
  expires: string
  readOnly: boolean
  resources: readonly string[]
}

/** A key that was just made; nobody sees its credential again. */
export interface MadeKey { identity: string, credential: string, label: string }

/** What the page of one account shows. */
export interface UserEditFacts {
  account: AccountFacts
  rights: AccountRights
  keys: readonly Key[]
  /** Names that a key may be limited to. */
  resources: readonly string[]
  /** Where the API is, in full. */
  base: string
  /** What was entered, when it could not be saved. */
  fields?: AccountFields
  draft?: KeyDraft
  problems?: Problems
  made?: MadeKey | undefined
  message?: string | undefined
}
