import { ApiError, type ErrorStore } from '../../api/errors.js'
import type { Problems } from '../../web/fields.js'

/** Names of form fields by the API's keys, where they differ. */
const FIELDS: Record<string, string> = {
  'o:name': 'name', 'o:email': 'email', 'o:role': 'role', 'o:is_active': 'active'
}

/**
 * The messages of a validation error, by the fields of a form.
 *
 * @throws the error itself when it is of another kind.
 */
export function problemsOf (error: unknown): Problems {
  if (!(error instanceof ApiError) || error.kind !== 'invalid') throw error
  return Object.fromEntries(Object.entries(error.errors as ErrorStore).map(([key, messages]) =>
    [FIELDS[key] ?? key, messages.filter((message) => typeof message === 'string')]))
}
