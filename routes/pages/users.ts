import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPrivilege } from '../../api/access/access.js'
import type { AccountFacts } from '../../api/access/accounts/accounts.js'
import { ACTIVATE_USER, CHANGE_ROLE_ADMIN } from '../../api/resources/users/access.js'
import { sliceOf } from '../../web/page-links.js'
import { readForm, type FormValues, type Problems } from '../../web/form.js'
import { wordsOf } from '../../web/languages/languages.js'
import { userAddPage, accountForm, type AccountRights } from '../../web/pages/accounts/user-form.js'
import { usersPage } from '../../web/pages/accounts/users.js'
import { problemsOf } from './problems.js'
import type { OfOne } from '../shared/address.js'
import { SIGNED_IN, textIn } from './page.js'

const ACCOUNTS_PER_PAGE = 50

const NEW = { 'o:role': 'researcher', 'o:is_active': true }

/** The list of accounts, for administrators. */
export default async function users (fastify: FastifyInstance): Promise<void> {
  const accounts = fastify.api.resource('users')

  async function list (
    request: FastifyRequest, reply: FastifyReply, search: string, at: string, notice: { problem?: string } = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const found = sliceOf(await fastify.api.accounts.list(search, actor), at, ACCOUNTS_PER_PAGE)
    const mayEdit = (account: AccountFacts): boolean => fastify.api.accounts.mayEdit(account, actor)
    const maySwitch = (account: AccountFacts): boolean => mayEdit(account) && hasPrivilege(
      actor, ACTIVATE_USER, account
    )
    return await reply.vitrine.sendPage((frame) => usersPage(frame, {
      search, accounts: found, mayEdit, maySwitch, ...notice
    }))
  }

  async function add (
    request: FastifyRequest, reply: FastifyReply, entered: { values: FormValues, problems?: Problems }
  ): Promise<FastifyReply> {
    const rights = rightsOf(request)
    return await reply.vitrine.sendPage((frame) => userAddPage(frame, { ...entered, rights }))
  }

  /** @throws PermissionError for actors who may not create accounts. */
  function rightsOf (request: FastifyRequest): AccountRights {
    const { actor } = request.vitrine.person
    fastify.api.accounts.checkCreates(actor)
    return { role: true, administrators: hasPrivilege(actor, CHANGE_ROLE_ADMIN), active: true }
  }

  fastify.get('/admin/user', SIGNED_IN, async (request, reply) => {
    const query = request.vitrine.query
    return await list(request, reply, textIn(query, 'search').trim(), textIn(query, 'page'))
  })

  fastify.get('/admin/user/add', SIGNED_IN, async (request, reply) => await add(request, reply, { values: NEW }))

  fastify.post('/admin/user/add', SIGNED_IN, async (request, reply) => {
    const { form, language, person: { actor } } = request.vitrine
    const fields = accountForm(wordsOf(language), rightsOf(request))
    const values = readForm(fields, form)
    const password = form.get('password') ?? ''
    try {
      const [name, email] = [String(values['o:name']), String(values['o:email'])]
      if (password !== '') await fastify.api.accounts.checkNew({ name, email, password }, actor)
      const { id } = await accounts.create(values, { actor })
      if (password !== '') await fastify.api.accounts.changePassword(id as number, { password }, actor)
    } catch (error) {
      return await add(request, reply.code(422), { values, problems: problemsOf(error, language, fields) })
    }
    return reply.vitrine.redirectTo('/admin/user?done=added')
  })

  fastify.post<OfOne>('/admin/user/:id/active', SIGNED_IN, async (request, reply) => {
    const { actor } = request.vitrine.person
    const form = request.vitrine.form
    const isActive = form.get('active') === '1'
    const [search, at] = [form.get('search') ?? '', form.get('page') ?? '']
    try {
      await accounts.update(request.params.id, { 'o:is_active': isActive }, { actor, partial: true })
    } catch (error) {
      return await list(request, reply.code(422), search, at, {
        problem: Object.values(problemsOf(error, request.vitrine.language)).flat().join(' ')
      })
    }
    const query = new URLSearchParams({
      ...(search !== '' && { search }), ...(at !== '' && { page: at }), done: isActive ? 'activated' : 'deactivated'
    })
    return reply.vitrine.redirectTo(`/admin/user?${query.toString()}`)
  })
}
