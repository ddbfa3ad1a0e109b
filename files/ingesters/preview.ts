import { RemoteError } from '../remote/remote-error.js'
import { NO_FILE, type IngestContext, type IngestedMedia } from './ingester.js'

/**
 * Makes thumbnails of a media without a file from a remote picture. Thumbnails are optional: without a URL, or when
 * the picture cannot be fetched or processed, there are none and no error (docs/contract/files.md §6).
 */
export async function preview (
  address: unknown, { fetch, files }: IngestContext
): Promise<Omit<IngestedMedia, 'source' | 'data'>> {
  if (typeof address !== 'string') return NO_FILE
  try {
    const picture = await fetch.download(address)
    try {
      const storageId = await files.storeThumbnails(picture.path)
      return { ...NO_FILE, storageId, hasThumbnails: storageId !== null }
    } finally {
      await picture.remove()
    }
  } catch (error) {
    if (error instanceof RemoteError) return NO_FILE
    throw error
  }
}
