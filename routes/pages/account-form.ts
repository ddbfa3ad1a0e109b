import type { Payload } from '../../api/call.js'
import type { AccountFields, AccountRights } from '../../web/pages/user-form.js'

/** What a form about an account holds. */
export function enteredAccount (form: URLSearchParams): AccountFields {
  return { name: form.get('name')?.trim() ?? '', email: form.get('email')?.trim() ?? '', role: form.get('role') ?? '', isActive: form.has('active') }
}

/** The same as the API has it; what the form did not offer is left as it is. */
export function payloadOf ({ name, email, role, isActive }: AccountFields, rights: Pick<AccountRights, 'role' | 'active'> = { role: true, active: true }): Payload {
  return { 'o:name': name, 'o:email': email, ...(rights.role && { 'o:role': role }), ...(rights.active && { 'o:is_active': isActive }) }
}
