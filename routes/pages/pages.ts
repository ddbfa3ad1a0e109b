import type { FastifyInstance } from 'fastify'
import { noSuchPage } from '../../plugins/http/http-errors.js'
import languages from '../../plugins/request/languages.js'
import pages from '../../plugins/pages/pages.js'
import { rateLimited } from '../../plugins/request/rate-limit.js'
import { apiDocs } from '../server/api-docs.js'
import assets from './assets.js'
import explore from './explore/explore.js'
import home from './home.js'
import importPages from './import/import.js'
import jobs from './jobs.js'
import { PAGE } from './page.js'
import signIn from './sign-in.js'
import user from './user.js'
import users from './users.js'
import webhooks from './webhooks.js'

/** All HTML pages. @param options.ownsAll whether Vitrine serves all addresses of the host. */
export default async function pagesForPeople (
  fastify: FastifyInstance, { ownsAll }: { ownsAll: boolean }
): Promise<void> {
  await fastify.register(rateLimited)
  await fastify.register(languages)
  await fastify.register(pages)
  await fastify.register(assets, { ownsAll })
  for (const routes of [signIn, home, users, user, jobs, webhooks, importPages, apiDocs]) await fastify.register(routes)
  await fastify.register(explore, { ownsAll })
  fastify.all('/admin/*', PAGE, async () => { throw noSuchPage() })
}
