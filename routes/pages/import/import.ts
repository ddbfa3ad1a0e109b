import type { FastifyInstance } from 'fastify'
import pageUploads from '../../../plugins/body/page-uploads.js'
import importFiles from './files.js'
import importMapping from './mapping.js'
import importPreview from './preview.js'

/** Interval in milliseconds at which old uploads are removed. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000

/** The pages of an import, for administrators: file, mapping, preview. */
export default async function importPages (fastify: FastifyInstance): Promise<void> {
  const { importUploads: uploads } = fastify.api
  await fastify.register(pageUploads)
  for (const routes of [importFiles, importMapping, importPreview]) await fastify.register(routes)

  const sweep = (): void => { uploads.sweep().catch((error: unknown) => { fastify.log.error(error) }) }
  let timer: NodeJS.Timeout | undefined
  fastify.addHook('onReady', async () => {
    sweep()
    timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref()
  })
  fastify.addHook('onClose', async () => { clearInterval(timer) })
}
