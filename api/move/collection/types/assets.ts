import { asset } from '../../../../db/tables/index.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { readFileName, type FileContent } from '../read/collection-files.js'
import type { LineFields } from '../read/line-fields.js'
import { part, reference, required, text } from './fields.js'
import { plainType } from './plain-type.js'

/** docs/contract/resources.md §5 */
export const assets = plainType({
  table: asset,
  fields: {
    name: required('o:name', MAX_CHARACTERS.label),
    mediaType: required('o:media_type', MAX_CHARACTERS.label),
    altText: text('o:alt_text'),
    ownerId: reference('o:owner', 'users'),
    file: part('o:filename', readFile)
  },
  existing: 'taken',
  async otherColumns (_database, foreignId, _content, { storedAssets }) {
    const stored = storedAssets.get(foreignId)
    return stored && { storageId: stored.storageId, extension: stored.extension }
  }
})

function readFile (fields: LineFields): FileContent {
  const file = readFileName(fields, 'o:filename', 'o:asset_url')
  if (file === null && (fields.get('o:filename') ?? null) === null) fields.refuse('o:filename', 'the name of a stored file')
  return file ?? { name: '', storageId: '', extension: null, url: null }
}
