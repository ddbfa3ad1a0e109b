import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPrivilege } from '../../api/access/access.js'
import { NotFoundError, ValidationError } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/text/numbers.js'
import type { AccountFacts } from '../../api/access/accounts/accounts.js'
import { newIdentity, type NewKey } from '../../api/access/accounts/keys.js'
import { ACTIVATE_USER, CHANGE_ROLE, CHANGE_ROLE_ADMIN } from '../../api/resources/users/access.js'
import type { AccountRights } from '../../web/pages/accounts/user-form.js'
import { userEditPage } from '../../web/pages/accounts/user-edit.js'
import type { UserEditFacts } from '../../web/pages/accounts/user-edit-facts.js'
import type { KeyDraft } from '../../web/pages/accounts/user-edit-facts.js'
import { enteredAccount, payloadOf } from './account-form.js'
import { problemsOf } from './problems.js'
import type { OfOne } from '../shared/paths.js'
import { textIn } from './text-in.js'

const SECONDS_PER_DAY = 24 * 60 * 60

/** The user edit page with its tabs (docs/contract/acl.md §9). */
export default async function user (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const { accounts, keys } = fastify.api

  function idOf (request: FastifyRequest<OfOne>): number {
    const { id } = request.params
    const known = toId(id)
    if (known === undefined) throw NotFoundError.entity('User', id)
    return known
  }

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
    more: Pick<UserEditFacts, 'fields' | 'draft' | 'problems' | 'made' | 'done'> = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const account = await accounts.get(idOf(request), actor)
    const facts: UserEditFacts = {
      account,
      rights: rightsOver(request, account),
      keys: await keys.list(account.id, actor),
      resources: fastify.api.resourceNames,
      base: request.vitrine.base,
      ...more,
      // The form contains the identity of the key, so that sending it twice creates one key.
      draft: { label: '', expires: '', readOnly: false, resources: [], ...more.draft, identity: newIdentity() }
    }
    return await reply.vitrine.sendPage((frame) => userEditPage(frame, facts))
  }

  fastify.get<OfOne>(
    '/admin/user/:id', page, async (request, reply) => reply.vitrine.redirectTo(`/admin/user/${idOf(request)}/edit`)
  )

  fastify.get<OfOne>('/admin/user/:id/edit', page, async (request, reply) =>
    await show(request, reply, { done: textIn(request.vitrine.query, 'done') }))

  fastify.post<OfOne>('/admin/user/:id/edit', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const fields = enteredAccount(request.vitrine.form)
    const account = await accounts.get(idOf(request), actor)
    try {
      await fastify.api.resource('users').update(
        account.id, payloadOf(fields, rightsOver(request, account)), { actor, partial: true }
      )
    } catch (error) {
      return await show(request, reply.code(422), { fields, problems: problemsOf(error, request.vitrine.language) })
    }
    return reply.vitrine.redirectTo(`/admin/user/${account.id}/edit?done=saved#user-information`)
  })

  fastify.post<OfOne>('/admin/user/:id/password', page, async (request, reply) => {
    const { actor, secret } = request.vitrine.person
    const form = request.vitrine.form
    const [password, current] = [form.get('password') ?? '', form.get('current') ?? '']
    try {
      if (password !== form.get('repeated')) {
        throw ValidationError.because('repeated', { is: 'wrong' }, 'The two passwords are not the same.')
      }
      await accounts.changePassword(
        idOf(request), { password, current, session: secret, address: request.vitrine.client }, actor
      )
    } catch (error) {
      return await show(request, reply.code(422), { problems: problemsOf(error, request.vitrine.language) })
    }
    return reply.vitrine.redirectTo(`/admin/user/${idOf(request)}/edit?done=password#change-password`)
  })

  // Answered without a redirect: the credential is not stored, so only this answer can show it.
  fastify.post<OfOne>('/admin/user/:id/keys', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const draft = draftOf(request.vitrine.form)
    const mine = await keys.list(idOf(request), actor)
    if (mine.some((key) => key.identity === draft.identity)) {
      return reply.vitrine.redirectTo(
      `/admin/user/${idOf(request)}/edit?done=known#edit-keys`
      )
    }
    try {
      const made = await keys.create(idOf(request), keyOf(draft), actor)
      return await show(request, reply, { made: { ...made, label: draft.label } })
    } catch (error) {
      return await show(request, reply.code(422), { draft, problems: problemsOf(error, request.vitrine.language) })
    }
  })
  fastify.get<OfOne>(
    '/admin/user/:id/keys',
    page,
    async (request, reply) => reply.vitrine.redirectTo(`/admin/user/${idOf(request)}/edit#edit-keys`)
  )
  fastify.get<OfOne>(
    '/admin/user/:id/password',
    page,
    async (request, reply) => reply.vitrine.redirectTo(`/admin/user/${idOf(request)}/edit#change-password`)
  )

  fastify.post<{ Params: { id: string, identity: string } }>('/admin/user/:id/keys/:identity/revoke', page, async (request, reply) => {
    await keys.revoke(request.params.identity, request.vitrine.person.actor)
    return reply.vitrine.redirectTo(`/admin/user/${idOf(request)}/edit?done=revoked#edit-keys`)
  })
}

function draftOf (form: URLSearchParams): KeyDraft {
  return {
    identity: form.get('identity') ?? '',
    label: form.get('label')?.trim() ?? '',
    expires: form.get('expires') ?? '',
    readOnly: form.has('read_only'),
    resources: form.getAll('resources')
  }
}

/** The key expires at the end of the last day, in UTC. */
function keyOf ({ identity, label, expires, readOnly, resources }: KeyDraft): NewKey {
  const day = expires === '' ? null : Date.parse(`${expires}T00:00:00Z`) / 1000
  if (Number.isNaN(day)) throw ValidationError.because('expires', { is: 'malformed' }, 'This is not a day.')
  return {
    identity,
    label,
    expires: day === null ? null : day + SECONDS_PER_DAY,
    scope: { ...(readOnly && { readOnly }), ...(resources.length > 0 && { resources }) }
  }
}
