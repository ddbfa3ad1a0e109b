import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPrivilege } from '../../api/access/access.js'
import type { AccountFacts } from '../../api/access/accounts/accounts.js'
import { ACTIVATE_USER, CHANGE_ROLE_ADMIN } from '../../api/resources/users/access.js'
import { sliceOf } from '../../web/page-links.js'
import { userAddPage } from '../../web/pages/accounts/user-add.js'
import { usersPage } from '../../web/pages/accounts/users.js'
import { enteredAccount, payloadOf } from './account-form.js'
import { problemsOf } from './problems.js'
import type { OfOne } from '../shared/paths.js'
import { textIn } from './text-in.js'

/** Number of accounts per page. */
const ACCOUNTS_PER_PAGE = 50

const NEW = { name: '', email: '', role: 'researcher', isActive: true }

/** The list of accounts, for administrators. */
export default async function users (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const accounts = fastify.api.resource('users')

  async function list (request: FastifyRequest, reply: FastifyReply, search: string, at: string, notice: {
    done?: string, problem?: string
  }): Promise<FastifyReply> {
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
    request: FastifyRequest, reply: FastifyReply, entered: Omit<Parameters<typeof userAddPage>[1], 'rights'>
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    fastify.api.accounts.checkCreates(actor)
    const rights = { role: true, administrators: hasPrivilege(actor, CHANGE_ROLE_ADMIN), active: true }
    return await reply.vitrine.sendPage((frame) => userAddPage(frame, { ...entered, rights }))
  }

  fastify.get('/admin/user', page, async (request, reply) => {
    const query = request.vitrine.query
    return await list(request, reply, textIn(query, 'search').trim(), textIn(query, 'page'), {
      done: textIn(query, 'done')
    })
  })

  fastify.get('/admin/user/add', page, async (request, reply) => await add(request, reply, { fields: NEW }))

  fastify.post('/admin/user/add', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const form = request.vitrine.form
    const fields = enteredAccount(form)
    const password = form.get('password') ?? ''
    try {
      if (password !== '') await fastify.api.accounts.checkNew({ ...fields, password }, actor)
      const { id } = await accounts.create(payloadOf(fields), { actor })
      if (password !== '') await fastify.api.accounts.changePassword(id as number, { password }, actor)
    } catch (error) {
      return await add(request, reply.code(422), { fields, problems: problemsOf(error, request.vitrine.language) })
    }
    return reply.vitrine.redirectTo('/admin/user?done=added')
  })

  fastify.post<OfOne>('/admin/user/:id/active', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const form = request.vitrine.form
    const isActive = form.get('active') === '1'
    const [search, at] = [form.get('search') ?? '', form.get('page') ?? '']
    try {
      await accounts.update(
        request.params.id, { 'o:is_active': isActive }, { actor, partial: true }
      )
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
