import type { Actor } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { ImportChoices } from '../../../web/pages/import/head.js'
import { NOT_CHOSEN, openUpload } from './opened.js'

type Options = Parameters<Api['imports']['startUpload']>[1]

/**
 * The options of the import of an uploaded file.
 *
 * @throws NotFoundError if the file does not exist, or belongs to another account; MappingError if the mapping no
 *   longer fits, for example because a vocabulary was deleted.
 */
export async function planOf (api: Api, id: string, actor: Actor): Promise<{ upload: ImportUpload, options: Options }> {
  const upload = await api.importUploads.find(id, actor)
  const { updateBy, continueOnError, createItemSets } = (upload.choices ?? NOT_CHOSEN) as ImportChoices
  const options: Options = {
    format: upload.format,
    // A unique name, so that records of other uploads are not taken for records of this one.
    source: `upload ${id}`,
    // An uploaded file must not be able to name files on the server.
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
