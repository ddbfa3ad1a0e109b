import type { FastifyInstance } from 'fastify'
import { noSuchPage } from '../../plugins/http-errors.js'
import pages from '../../plugins/pages.js'
import { apiDocs } from '../api-docs.js'
import assets from './assets.js'
import home from './home.js'
import signIn from './sign-in.js'
import user from './user.js'
import users from './users.js'

/** The HTML pages: signing in, accounts, API keys. */
export default async function pagesForPeople (fastify: FastifyInstance): Promise<void> {
  await fastify.register(pages)
  for (const routes of [assets, signIn, home, users, user, apiDocs]) await fastify.register(routes)
  fastify.all('/admin/*', { schema: { hide: true } as object }, async () => { throw noSuchPage() })
}
