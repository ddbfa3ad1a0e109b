import type { FastifyInstance } from 'fastify'
import type { Query } from '../../api/call.js'
import { loginPage } from '../../web/pages/login.js'
import { logoutPage } from '../../web/pages/logout.js'
import { textIn } from './text-in.js'

/** Redirects lead to pages of this installation only, never to other sites. */
const OWN_PAGE = /^\/admin(?:[/?#][!-[\]-~]*)?$/

/** Where to go after signing in: the page that was asked for, else the start page. */
function nextOf (address: string): string {
  return OWN_PAGE.test(address) ? address : '/admin'
}

/** Signing in and out (docs/contract/acl.md §8.1). */
export default async function signIn (fastify: FastifyInstance): Promise<void> {
  const hidden = { schema: { hide: true } as object }

  fastify.get('/login', hidden, async (request, reply) => {
    const query = request.query as Query
    if (await request.vitrine.session !== undefined) return reply.vitrine.redirectTo('/admin')
    const message = query.done === 'signed-out' ? 'You are signed out.' : undefined
    return await reply.vitrine.sendPage((frame) => loginPage(frame, { next: textIn(query, 'next'), message }))
  })

  fastify.post('/login', hidden, async (request, reply) => {
    const form = request.vitrine.form
    const [email, password, next] = [
      form.get('email')?.trim() ?? '', form.get('password') ?? '', form.get('next') ?? ''
    ]
    const refuse = async (status: number, problems: Record<string, string[]>) =>
      await reply.code(status).vitrine.sendPage((frame) => loginPage(frame, { email, next, problems }))

    const missing: Record<string, string[]> = {}
    if (email === '') missing.email = ['Enter your e-mail address.']
    if (password === '') missing.password = ['Enter your password.']
    if (Object.keys(missing).length > 0) return await refuse(422, missing)

    const browserOf = (userId: number): string | undefined => request.vitrine.knownBrowser(userId)
    const outcome = await fastify.api.sessions.signIn({ email, password, address: request.vitrine.client, browserOf })
    switch (outcome.is) {
      case 'wrong': return await refuse(422, { password: ['E-mail address or password is wrong.'] })
      case 'too-often':
        reply.header('retry-after', outcome.wait)
        return await refuse(429, { password: [`Too many attempts. Try again in ${outcome.wait} seconds.`] })
      case 'right':
        // Ends the session of whoever was signed in in this browser before.
        await reply.vitrine.endSession()
        reply.vitrine.keepSession(outcome.secret)
        reply.vitrine.keepKnownBrowser(outcome.userId)
        return reply.vitrine.redirectTo(nextOf(next))
    }
  })

  fastify.get(
    '/logout',
    { ...hidden, config: { needsSession: true } },
    async (_request, reply) => await reply.vitrine.sendPage(logoutPage)
  )

  fastify.post('/logout', hidden, async (_request, reply) => {
    await reply.vitrine.endSession()
    return reply.vitrine.redirectTo('/login?done=signed-out')
  })
}
