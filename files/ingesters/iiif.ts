import { NO_FILE, type Ingester } from './ingester.js'
import { preview } from './preview.js'
import {
  DESCRIPTION_MAX_BYTES, fetchDocument, sourceError, type DocumentMessages, type JsonObject
} from './source-document.js'
import { parseWebAddress } from '../remote/parse-address.js'

const MESSAGES: DocumentMessages = {
  unreachable: (message) => `Error connecting to IIIF image: ${message}`,
  status: (reason, status) => `Error reading IIIF image: ${reason} (${status})`,
  undecodable: 'Error decoding IIIF JSON'
}

/** Contexts of the IIIF Image API 1, which has no member `protocol`. */
const FIRST_CONTEXTS: readonly unknown[] = [
  'http://library.stanford.edu/iiif/image-api/1.1/context.json',
  'http://iiif.io/api/image/1/context.json'
]

/** An image on a IIIF image server, described by its `info.json` (docs/contract/files.md §6, iiif). */
export const iiif: Ingester = {
  name: 'iiif',
  renderer: 'iiif',

  async ingest (media, context) {
    const address = media['o:source']
    if (address === undefined || address === null) throw sourceError('No IIIF image URL specified')
    if (typeof address !== 'string' || parseWebAddress(address) === undefined) throw sourceError('Invalid URL specified')
    const data = await fetchDocument(address, context.fetch, MESSAGES, { maxBytes: DESCRIPTION_MAX_BYTES })
    if (!isImageInformation(data)) throw sourceError('URL does not link to IIIF JSON')
    return { ...NO_FILE, ...await preview(imageAddress(data), context), data }
  }
}

function isImageInformation (document: JsonObject): boolean {
  return document.protocol === 'http://iiif.io/api/image' ||
    FIRST_CONTEXTS.includes(document['@context']) ||
    Boolean('identifier' in document && document.width && document.height)
}

/** URL of the whole image, by the rules of the API version; null when the document has no id. */
function imageAddress (document: JsonObject): string | null {
  const { id, '@id': oldId, '@context': context } = document
  if (context === 'http://iiif.io/api/image/3/context.json') {
    return typeof id === 'string' ? `${id}/full/max/0/default.jpg` : null
  }
  if (typeof oldId !== 'string') return null
  return `${oldId}/full/full/0/${context === 'http://iiif.io/api/image/2/context.json' ? 'default' : 'native'}.jpg`
}
