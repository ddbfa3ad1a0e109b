import { eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { media } from '../../../../db/tables/index.js'
import type { MediaFile } from '../../../../files/types/names.js'
import type { MediaContent } from '../types/resources.js'
import type { Entry } from '../../pipeline/record-map.js'

/** The stored files of a media if they equal the source's, so that they need not be transferred again. */
export async function storedMedia (
  database: Database, content: Pick<MediaContent, 'sha256' | 'size' | 'hasOriginal'>, entry: Entry | undefined
): Promise<MediaFile | undefined> {
  if (entry?.isHere !== true) return undefined
  const [row] = await database.select().from(media).where(eq(media.id, entry.localId))
  if (row === undefined || row.storageId === null || row.hasOriginal !== content.hasOriginal) return undefined
  const isSame = row.sha256 === content.sha256 && row.size === content.size
  return isSame ? { ...row, storageId: row.storageId } : undefined
}
