import { Type, type Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { FILE_FOLDERS } from '../../api/files/stored-files.js'
import { sendFile } from '../../plugins/reply/files.js'
import { OneOf } from '../../schemas/shared/common.js'
import { addFile, type Handler } from '../shared/address.js'
import { IMMUTABLE_CACHE_CONTROL } from '../shared/replies.js'

const Params = Type.Object({
  folder: OneOf(FILE_FOLDERS, {
    description: 'Which file of a media, or the file of an asset'
  }),
  name: Type.String({ description: 'Name of the file, as representations give it' })
})

/** Access to a file may be withdrawn, so clients have to revalidate each time; usually the answer is 304. */
const REVALIDATE = 'private, no-cache'

/** The public URL of a file may change with the settings. */
const FOR_ONE_HOUR = 'public, max-age=3600'

/** Serves the stored files (docs/contract/files.md §2), or redirects to their public address. */
export default async function storedFiles (fastify: FastifyInstance): Promise<void> {
  const { storedFiles } = fastify.api

  const read: Handler<Static<typeof Params>> = async (request, reply) => {
    const { folder, name } = request.params
    const address = storedFiles.addressOf(folder, name)
    if (address !== null) return reply.header('cache-control', FOR_ONE_HOUR).redirect(address)
    const file = await storedFiles.find(folder, name, request.vitrine.actor)
    return await sendFile(reply, file, storedFiles.isProtected ? REVALIDATE : IMMUTABLE_CACHE_CONTROL)
  }

  const schema = {
    operationId: 'readFile', summary: 'Read a file of a media or an asset', tags: ['files'], params: Params
  }
  const config = { varies: storedFiles.isProtected, isForPeople: true, hasOwnQueue: true }
  addFile<{ Params: Static<typeof Params> }>(fastify, '/files/:folder/:name', schema, read, config)
}
