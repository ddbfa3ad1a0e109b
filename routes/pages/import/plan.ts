import type { Actor } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { ImportChoices } from '../../../web/pages/import/facts.js'
import { NOT_CHOSEN, openUpload } from './opened.js'

type Options = Parameters<Api['imports']['startUpload']>[1]

/**
 * What is imported, and how.
 *
 * @throws NotFoundError when the file is not there, or belongs to somebody else; MappingError when the columns of a
 *   table do not fit any more.
 */
export async function planOf (api: Api, id: string, actor: Actor): Promise<{ upload: ImportUpload, options: Options }> {
  const upload = await api.importUploads.find(id, actor)
  const { updateBy, continueOnError, createItemSets } = (upload.choices ?? NOT_CHOSEN) as ImportChoices
  const options: Options = {
    format: upload.format,
    // A name of its own: rows of other files must not be taken for rows of this one.
    source: `upload ${id}`,
    // Nothing that lies on this computer can be named by a file that was sent.
    files: null,
    createItemSets,
    continueOnError,
    ...(updateBy !== '' && { updateBy })
  }
  if (upload.format !== 'table') return { upload, options }
  const { table, chosen: { mapping } } = await openUpload(api, id, actor)
  await api.tables.parse(mapping, table)
  return { upload, options: { ...options, formatOptions: { mapping } } }
}
