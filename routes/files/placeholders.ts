import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ServedFile } from '../../api/files/stored-files.js'
import { packageFolder } from '../../package.js'
import { sendFile } from '../../plugins/reply/files.js'
import { addFile } from '../shared/address.js'
import { ONE_DAY_CACHE_CONTROL } from '../shared/replies.js'

const FOLDER = path.join(packageFolder, 'web', 'assets', 'thumbnails')

/** Serves placeholder thumbnails, by the first half of the media type (docs/contract/resources.md §1). */
export default async function placeholders (fastify: FastifyInstance): Promise<void> {
  for (const kind of ['default', 'image', 'video', 'audio']) {
    const picture = await pictureIn(path.join(FOLDER, `${kind}.png`))
    const schema = {
      operationId: `read${kind[0]!.toUpperCase()}${kind.slice(1)}Placeholder`,
      summary: 'Read the picture of media without thumbnails',
      tags: ['files']
    }
    const config = { varies: false, isForPeople: true, hasOwnQueue: true }
    addFile(fastify, `/application/asset/thumbnails/${kind}.png`, schema, async (_request, reply) =>
      await sendFile(reply, picture, ONE_DAY_CACHE_CONTROL), config)
  }
}

async function pictureIn (file: string): Promise<ServedFile> {
  const { size, mtime: modified } = await stat(file)
  return { mediaType: 'image/png', size, modified, read: async (range) => createReadStream(file, range) }
}
