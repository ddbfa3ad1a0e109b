import { NO_FILE, type Ingester } from './ingester.js'
import { preview } from './preview.js'
import { sourceError } from './source-document.js'
import { parseWebAddress } from '../remote/parse-address.js'

/** A YouTube video, optionally from `start` to `end` in seconds (docs/contract/files.md §6, youtube). */
export const youtube: Ingester = {
  name: 'youtube',
  renderer: 'youtube',

  async ingest (media, context) {
    const address = media['o:source']
    if (address === undefined || address === null) throw sourceError('No YouTube URL specified')
    const url = typeof address === 'string' ? parseWebAddress(address) : undefined
    if (url === undefined) throw sourceError('Invalid YouTube URL specified')
    const id = videoId(url)
    const data: Record<string, string> = { id }
    for (const key of ['start', 'end']) {
      const seconds = numeric(media[key])
      if (seconds !== null) data[key] = seconds
    }
    return { ...NO_FILE, ...await preview(`http://img.youtube.com/vi/${encodeURIComponent(id)}/0.jpg`, context), data }
  }
}

function videoId (address: URL): string {
  if (address.host === 'youtu.be') return address.pathname.slice(1)
  if (address.host !== 'www.youtube.com') throw sourceError('Invalid YouTube URL specified, not a YouTube URL')
  if (address.pathname !== '/watch') throw sourceError('Invalid YouTube URL specified, missing "/watch" path')
  const id = address.searchParams.get('v')
  if (id === null) throw sourceError('Invalid YouTube URL specified, missing "v" parameter')
  return id
}

/** A number as text, trimmed but otherwise unchanged; null for anything else. */
function numeric (value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? text : null
}
