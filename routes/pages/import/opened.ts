import type { Actor } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import type { Table } from '../../../api/move/import/formats/tables/grids/read-table.js'
import type { TableOptions } from '../../../api/move/import/formats/tables/cells/table.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { Chosen, ImportChoices } from '../../../web/pages/import/head.js'

/** The default choices for an uploaded file. */
export const NOT_CHOSEN: ImportChoices = { updateBy: '', continueOnError: false, createItemSets: true }

/** An uploaded file, with its table and the choices for it. */
export interface Opened {
  upload: ImportUpload
  /** Path of the file. */
  file: string
  table: Table
  chosen: Chosen
}

/**
 * Opens an uploaded file of an account.
 *
 * @param options how to parse it; default: the stored choices, or detected from the file.
 * @throws NotFoundError if it does not exist, or belongs to another account; TableError if it is not a table.
 */
export async function openUpload (api: Api, id: string, actor: Actor, options?: TableOptions): Promise<Opened> {
  const upload = await api.importUploads.find(id, actor)
  const file = await api.importUploads.pathOf(id, actor)
  const known = upload.choices as Chosen | null
  const table = await api.tables.read(file, options ?? known?.mapping.table ?? {})
  const chosen = options === undefined && known !== null ? known : await guessed(api, table, known)
  return { upload, file, table, chosen }
}

/** Choices with a mapping that is guessed from the table. Choices that do not depend on the columns stay. */
async function guessed (api: Api, table: Table, known: Chosen | null): Promise<Chosen> {
  const mapping = await api.tables.guess(table)
  return {
    ...NOT_CHOSEN,
    ...known,
    mapping: {
      ...mapping,
      record: known?.mapping.record ?? mapping.record,
      // An uploaded table comes alone, without the files that a column of paths would name.
      columns: mapping.columns.map((column) => column.to === 'file' ? { ...column, to: null } : column)
    }
  }
}

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
