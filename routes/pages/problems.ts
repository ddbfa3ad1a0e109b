import { ApiError, type ErrorStore } from '../../api/errors.js'
import type { Problems } from '../../web/fields.js'

/** Names of the API that the fields of forms have other names for. */
const FIELDS: Record<string, string> = { 'o:name': 'name', 'o:email': 'email', 'o:role': 'role', 'o:is_active': 'active' }

/**
 * What the API found wrong, by the fields of a form.
 *
 * @throws the error itself when it is about anything else than what was entered.
 */
export function problemsOf (error: unknown): Problems {
  if (!(error instanceof ApiError) || error.kind !== 'invalid') throw error
  return Object.fromEntries(Object.entries(error.errors as ErrorStore).map(([key, messages]) =>
    [FIELDS[key] ?? key, messages.filter((message) => typeof message === 'string')]))
}
