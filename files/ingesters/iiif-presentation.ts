import { NO_FILE, type Ingester } from './ingester.js'
import { preview } from './preview.js'
import { fetchDocument, sourceError, type DocumentMessages, type JsonObject } from './source-document.js'
import { parseWebAddress } from '../remote/parse-address.js'

const MESSAGES: DocumentMessages = {
  unreachable: (message) => `Error connecting to IIIF presentation: ${message}`,
  status: (reason, status) => `Error reading IIIF presentation: ${reason} (${status})`,
  undecodable: 'Error decoding IIIF presentation JSON'
}

const CONTEXT = /^https?:\/\/iiif\.io\/api\/presentation\/([23])\/context\.json$/

/** A IIIF manifest or collection (docs/contract/files.md §6, iiif_presentation). */
export const iiifPresentation: Ingester = {
  name: 'iiif_presentation',
  renderer: 'iiif_presentation',

  async ingest (media, context) {
    const given = media['o:source'] ?? ''
    const address = typeof given === 'string' ? given.trim() : null
    if (address === '') throw sourceError('No IIIF presentation URL specified')
    if (address === null || parseWebAddress(address) === undefined) throw sourceError('Invalid IIIF presentation URL specified')
    const data = await fetchDocument(address, context.fetch, MESSAGES)
    const version = versionOf(data)
    if (version === null) throw sourceError('Invalid IIIF presentation JSON')
    const thumbnail = version === 2 ? property(data.thumbnail, '@id') : property(property(data.thumbnail, '0'), 'id')
    return { ...NO_FILE, ...await preview(thumbnail, context), data }
  }
}

function versionOf ({ '@context': context, '@type': typeOf2, type: typeOf3 }: JsonObject): 2 | 3 | null {
  const [, version] = typeof context === 'string' ? CONTEXT.exec(context) ?? [] : []
  if (version === '2' && (typeOf2 === 'sc:Manifest' || typeOf2 === 'sc:Collection')) return 2
  if (version === '3' && (typeOf3 === 'Manifest' || typeOf3 === 'Collection')) return 3
  return null
}

function property (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined
}
