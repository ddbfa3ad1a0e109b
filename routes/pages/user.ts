import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPrivilege } from '../../api/access/access.js'
import { endOfDay } from '../../api/core/answers/dates.js'
import { ValidationError } from '../../api/core/calls/errors.js'
import type { AccountFacts } from '../../api/access/accounts/accounts.js'
import { newIdentity, type NewKey } from '../../api/access/accounts/keys.js'
import { ACTIVATE_USER, CHANGE_ROLE, CHANGE_ROLE_ADMIN } from '../../api/resources/users/access.js'
import { readForm, type FormValues } from '../../web/form.js'
import { wordsOf } from '../../web/languages/languages.js'
import { accountForm, type AccountRights } from '../../web/pages/accounts/user-form.js'
import { userEditPage, type UserEditFacts } from '../../web/pages/accounts/user-edit.js'
import { keyForm } from '../../web/pages/accounts/user-keys.js'
import { problemsOf } from './problems.js'
import { idIn, type OfOne } from '../shared/address.js'
import { leadBack, SIGNED_IN } from './page.js'

/** The user edit page with its tabs (docs/contract/acl.md §9). */
export default async function user (fastify: FastifyInstance): Promise<void> {
  const { accounts, keys } = fastify.api

  function rightsOver (request: FastifyRequest, account: AccountFacts): AccountRights {
    const { actor } = request.vitrine.person
    return {
      role: hasPrivilege(actor, CHANGE_ROLE, account),
      administrators: hasPrivilege(actor, CHANGE_ROLE_ADMIN, account),
      active: hasPrivilege(actor, ACTIVATE_USER, account)
    }
  }

  async function show (
    request: FastifyRequest<OfOne>,
    reply: FastifyReply,
    more: Pick<UserEditFacts, 'values' | 'draft' | 'problems' | 'made'> = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const account = await accounts.get(idIn(request, 'User'), actor)
    const facts: UserEditFacts = {
      account,
      rights: rightsOver(request, account),
      keys: await keys.list(account.id, actor),
      resources: fastify.api.resourceNames,
      base: request.vitrine.base,
      identity: newIdentity(),
      ...more
    }
    return await reply.vitrine.sendPage((frame) => userEditPage(frame, facts))
  }

  fastify.get<OfOne>('/admin/user/:id', SIGNED_IN, async (request, reply) =>
    reply.vitrine.redirectTo(`/admin/user/${idIn(request, 'User')}/edit`))

  fastify.get<OfOne>('/admin/user/:id/edit', SIGNED_IN, async (request, reply) => await show(request, reply))

  fastify.post<OfOne>('/admin/user/:id/edit', SIGNED_IN, async (request, reply) => {
    const { form, language, person: { actor } } = request.vitrine
    const account = await accounts.get(idIn(request, 'User'), actor)
    // Fields that the form does not offer are left out, so that they are not changed.
    const fields = accountForm(wordsOf(language), rightsOver(request, account))
    const values = readForm(fields, form)
    try {
      await fastify.api.resource('users').update(account.id, values, { actor, partial: true })
    } catch (error) {
      return await show(request, reply.code(422), { values, problems: problemsOf(error, language, fields) })
    }
    return reply.vitrine.redirectTo(`/admin/user/${account.id}/edit?done=saved#user-information`)
  })

  fastify.post<OfOne>('/admin/user/:id/password', SIGNED_IN, async (request, reply) => {
    const { actor, secret } = request.vitrine.person
    const form = request.vitrine.form
    const [password, current] = [form.get('password') ?? '', form.get('current') ?? '']
    try {
      if (password !== form.get('repeated')) {
        throw ValidationError.because('repeated', { is: 'wrong' }, 'The two passwords are not the same.')
      }
      await accounts.changePassword(
        idIn(request, 'User'), { password, current, session: secret, address: request.vitrine.client }, actor
      )
    } catch (error) {
      return await show(request, reply.code(422), { problems: problemsOf(error, request.vitrine.language) })
    }
    return reply.vitrine.redirectTo(`/admin/user/${idIn(request, 'User')}/edit?done=password#change-password`)
  })

  // Answered without a redirect: the credential is not stored, so only this answer can show it.
  fastify.post<OfOne>('/admin/user/:id/keys', SIGNED_IN, async (request, reply) => {
    const { actor } = request.vitrine.person
    const { form, language } = request.vitrine
    const id = idIn(request, 'User')
    const draft = readForm(keyForm(wordsOf(language), []), form)
    const identity = form.get('identity') ?? ''
    const mine = await keys.list(id, actor)
    if (mine.some((key) => key.identity === identity)) {
      return reply.vitrine.redirectTo(`/admin/user/${id}/edit?done=known#edit-keys`)
    }
    try {
      const made = await keys.create(id, { ...keyOf(draft), identity }, actor)
      return await show(request, reply, { made: { ...made, label: String(draft.label) } })
    } catch (error) {
      return await show(request, reply.code(422), { draft, problems: problemsOf(error, request.vitrine.language) })
    }
  })
  for (const [form, tab] of [['keys', 'edit-keys'], ['password', 'change-password']] as const) {
    leadBack(fastify, `/admin/user/:id/${form}`, (request) => `/admin/user/${idIn(request, 'User')}/edit#${tab}`)
  }

  fastify.post<{ Params: { id: string, identity: string } }>('/admin/user/:id/keys/:identity/revoke', SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'User')
    // A second click finds the key revoked, which is what it was for.
    await keys.revokeOf(id, request.params.identity, request.vitrine.person.actor)
    return reply.vitrine.redirectTo(`/admin/user/${id}/edit?done=revoked#edit-keys`)
  })
}

/** The key expires at the end of the last day, in UTC. @throws ValidationError */
function keyOf (draft: FormValues): NewKey {
  const { label, expires, read_only: readOnly, resources } = draft as Readonly<{
    label: string, expires: string, read_only: boolean, resources: string[]
  }>
  const end = expires === '' ? null : endOfDay(expires)
  if (end === undefined) throw ValidationError.because('expires', { is: 'malformed' }, 'This is not a day.')
  return {
    label,
    expires: end,
    scope: { ...(readOnly && { readOnly }), ...(resources.length > 0 && { resources }) }
  }
}
