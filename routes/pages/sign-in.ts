import type { FastifyInstance } from 'fastify'
import type { Reason } from '../../api/core/calls/errors.js'
import { withoutCredentials } from '../../plugins/request/redaction.js'
import { loginPage, logoutPage } from '../../web/pages/accounts/login.js'
import { problemText } from '../../web/words.js'
import { PAGE, SIGNED_IN, textIn } from './page.js'

/** Paths to which the browser may be redirected after signing in: pages of this installation, never other sites. */
const OWN_PAGE = /^\/(?:(?:admin|items|item-sets|media)(?:[/?#][!-[\]-~]*)?|\?[!-[\]-~]*)?$/

/** The page to show after signing in: the requested one, without credentials in its address; else the start page. */
function nextOf (address: string): string {
  const path = withoutCredentials(address)
  return OWN_PAGE.test(path) ? path : '/admin'
}

/** Signing in and out (docs/contract/acl.md §8.1). */
export default async function signIn (fastify: FastifyInstance): Promise<void> {
  fastify.get('/login', PAGE, async (request, reply) => {
    if (await request.vitrine.session !== undefined) return reply.vitrine.redirectTo('/admin')
    const next = nextOf(textIn(request.vitrine.query, 'next'))
    return await reply.vitrine.sendPage((frame) => loginPage(frame, { next }))
  })

  fastify.post('/login', PAGE, async (request, reply) => {
    const form = request.vitrine.form
    const [email, password, next] = [
      form.get('email')?.trim() ?? '', form.get('password') ?? '', form.get('next') ?? ''
    ]
    const refuse = async (status: number, reasons: Record<string, Reason>) =>
      await reply.code(status).vitrine.sendPage((frame) => loginPage(frame, {
        email,
        next,
        problems: Object.fromEntries(Object.entries(reasons).map(([field, reason]) =>
          [field, [problemText(frame.words, field, reason)]]))
      }))

    const missing: Record<string, Reason> = {}
    if (email === '') missing.email = { is: 'required' }
    if (password === '') missing.password = { is: 'required' }
    if (Object.keys(missing).length > 0) return await refuse(422, missing)

    const browserOf = (userId: number): string | undefined => request.vitrine.knownBrowser(userId)
    const outcome = await fastify.api.sessions.signIn({ email, password, address: request.vitrine.client, browserOf })
    if (outcome.is !== 'right') {
      request.vitrine.noteRefusal('A sign-in was refused.', () => ({ account: email, reason: outcome.is }))
    }
    switch (outcome.is) {
      case 'wrong': return await refuse(422, { password: { is: 'wrong' } })
      case 'too-often':
        reply.header('retry-after', outcome.wait)
        return await refuse(429, { password: outcome })
      case 'right':
        // Ends the browser's previous session.
        await reply.vitrine.endSession()
        reply.vitrine.keepSession(outcome.secret)
        reply.vitrine.keepKnownBrowser(outcome.userId)
        return reply.vitrine.redirectTo(nextOf(next))
    }
  })

  fastify.get('/logout', SIGNED_IN, async (_request, reply) => await reply.vitrine.sendPage(logoutPage))

  fastify.post('/logout', PAGE, async (_request, reply) => {
    await reply.vitrine.endSession()
    return reply.vitrine.redirectTo('/login?done=signed-out')
  })
}
