import { IngestError } from '../ingest-error.js'
import { parseAddress } from '../remote/parse-address.js'
import { RemoteError } from '../remote/remote-error.js'
import type { RemoteFile } from '../remote/remote-fetch.js'
import type { IngestContext, Ingester } from './ingester.js'

/** Values of `store_original` that mean false; `"false"` and null do not (docs/contract/files.md §6, url). */
const NO: readonly unknown[] = [false, 0, '0', '']

/** A file fetched from `ingest_url` (docs/contract/files.md §6, url). */
export const url: Ingester = {
  name: 'url',
  renderer: 'file',

  async ingest (media, { fetch, files, onWarning }) {
    const address = media.ingest_url
    if (address === undefined || address === null) throw IngestError.of('error', 'No ingest URL specified')
    if (typeof address !== 'string' || parseAddress(address) === undefined) {
      throw IngestError.of('ingest_url', 'Invalid ingest URL')
    }
    const file = await download(address, fetch)
    try {
      const keepOriginal = !NO.includes(media.store_original)
      const stored = await files.storeMedia(file.path, new URL(address).pathname, { keepOriginal, onWarning })
      return 'o:source' in media ? stored : { ...stored, source: address }
    } finally {
      await file.remove()
    }
  }
}

async function download (address: string, fetch: IngestContext['fetch']): Promise<RemoteFile> {
  try {
    return await fetch.download(address)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.failure === 'scheme') throw IngestError.of('ingest_url', error.message)
    throw IngestError.of('download', `Error downloading ${address}: ${error.message}`)
  }
}
