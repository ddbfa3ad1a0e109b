import type { FastifyInstance } from 'fastify'
import pageUploads from '../../../plugins/body/page-uploads.js'
import importFiles from './files.js'
import importMapping from './mapping.js'
import importPreview from './preview.js'

/** Milliseconds after which files that are too old are looked for again. */
const AN_HOUR = 60 * 60 * 1000

/** From a file to records, for administrators. */
export default async function importPages (fastify: FastifyInstance): Promise<void> {
  const { importUploads: uploads } = fastify.api
  await fastify.register(pageUploads)
  for (const routes of [importFiles, importMapping, importPreview]) await fastify.register(routes)

  const sweep = (): void => { uploads.sweep().catch((error: unknown) => { fastify.log.error(error) }) }
  let timer: NodeJS.Timeout | undefined
  fastify.addHook('onReady', async () => {
    sweep()
    timer = setInterval(sweep, AN_HOUR).unref()
  })
  fastify.addHook('onClose', async () => { clearInterval(timer) })
}
