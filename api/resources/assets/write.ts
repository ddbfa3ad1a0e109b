import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { StoredAsset } from '../../../files/media-files.js'
import { asset } from '../../../db/tables/index.js'
import { NotFoundError, ValidationError } from '../../core/calls/errors.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { ownerOfNew } from '../shared/writing/references.js'
import { insertRow } from '../shared/writing/table-rows.js'

/** For a creation: the stored file and its original name. */
interface Prepared { stored: StoredAsset, filename: string }

/** Assets (docs/contract/resources.md §15). Their file and owner cannot be changed. */
export const assetWriter: ResourceWriter<Prepared | undefined> = {
  async prepare ({ call, files }, _payload, id) {
    if (id !== undefined) return undefined
    const upload = call.uploads?.findLast(({ field, index }) => field === 'file' && index === null)
    if (upload === undefined) throw ValidationError.of('file', 'No file was uploaded')
    const stored = await files.storeAsset(upload)
    return {
      prepared: { stored, filename: upload.filename },
      keep: async () => await files.keep(stored),
      discard: async () => await files.discardAsset(stored)
    }
  },

  async create (context, payload, prepared) {
    const { stored, filename } = prepared!
    const fields = new Fields(payload)
    const ownerId = await ownerOfNew(context, 'Asset', payload)
    const name = 'o:name' in payload ? nameIn(fields) : [...filename].slice(0, MAX_CHARACTERS.label).join('')
    const columns = { name, nameKey: sortKey(name), altText: fields.text('o:alt_text') }
    fields.refuse()
    return await insertRow(context, asset, { ...columns, ...stored, ownerId })
  },

  async update ({ database }, id, payload, call) {
    const fields = new Fields(payload, call)
    const name = fields.isGiven('o:name') ? nameIn(fields) : undefined
    const changes = {
      ...(name !== undefined && { name, nameKey: sortKey(name) }),
      ...(fields.isGiven('o:alt_text') && { altText: fields.text('o:alt_text') })
    }
    fields.refuse()
    if (Object.keys(changes).length > 0) await database.update(asset).set(changes).where(eq(asset.id, id))
    return {}
  },

  async delete ({ database, files }, id) {
    const [row] = await database.delete(asset).where(eq(asset.id, id)).returning()
    if (row === undefined) throw NotFoundError.entity('Asset', id)
    return { afterCommit: await files.removalOfAsset(row) }
  }
}

/** The name. Other text fields accept a number as text; this one does not. */
function nameIn (fields: Fields): string {
  const given = fields.payload['o:name']
  if (typeof given === 'string') return fields.required('o:name', NO_NAME, { max: MAX_CHARACTERS.label })
  fields.errors.add('o:name', NO_NAME)
  return ''
}

const NO_NAME = 'An asset must have a name.'
