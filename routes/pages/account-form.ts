import type { Payload } from '../../api/core/calls/call.js'
import type { AccountFields, AccountRights } from '../../web/pages/accounts/user-form.js'

/** Reads the fields of an account from a form. */
export function enteredAccount (form: URLSearchParams): AccountFields {
  return {
    name: form.get('name')?.trim() ?? '',
    email: form.get('email')?.trim() ?? '',
    role: form.get('role') ?? '',
    isActive: form.has('active')
  }
}

/** The payload for the API. Fields that the form does not offer are left out, so that they are not changed. */
export function payloadOf (
  { name, email, role, isActive }: AccountFields,
  rights: Pick<AccountRights, 'role' | 'active'> = { role: true, active: true }
): Payload {
  return {
    'o:name': name,
    'o:email': email,
    ...(rights.role && { 'o:role': role }),
    ...(rights.active && { 'o:is_active': isActive })
  }
}
