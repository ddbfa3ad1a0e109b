import type { AccountFacts } from '../../../api/access/accounts/accounts.js'
import type { Key } from '../../../api/access/accounts/keys.js'
import type { Problems } from '../../fields.js'
import type { AccountFields, AccountRights } from './user-form.js'

/** The fields of the form for a new key. */
export interface KeyDraft {
  /** Chosen when the form is rendered, so that sending the form twice creates one key. */
  identity: string
  label: string
  expires: string
  readOnly: boolean
  resources: readonly string[]
}

/** A key that was just created; its credential is shown only now. */
export interface MadeKey { identity: string, credential: string, label: string }

/** Data for the page of one account. */
export interface UserEditFacts {
  account: AccountFacts
  rights: AccountRights
  keys: readonly Key[]
  /** Names of resource types to which a key may be limited. */
  resources: readonly string[]
  /** Full URL of the API. */
  base: string
  /** The entered fields, if they could not be saved. */
  fields?: AccountFields
  draft?: KeyDraft
  problems?: Problems
  made?: MadeKey | undefined
  /** Key of a message of success. */
  done?: string
}
