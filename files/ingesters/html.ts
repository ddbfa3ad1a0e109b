import { textOfHtml } from '../html/text.js'
import { IngestError } from '../ingest-error.js'
import { NO_FILE, type Ingester } from './ingester.js'

/** HTML in the payload itself (docs/contract/files.md §6, html). */
export const html: Ingester = {
  name: 'html',
  renderer: 'html',

  async ingest (media, { purify }) {
    const top = asText(media.html)
    if (top !== null) return { ...NO_FILE, data: { ...media, html: purify(top) } }
    // Some clients send the text in `data`, where representations have it.
    const data = asObject(media.data)
    const inner = asText(data?.html)
    return inner === null ? NO_FILE : { ...NO_FILE, data: { ...data, html: purify(inner) } }
  },

  async update (media, _current, { purify }) {
    const text = asText(asObject(asObject(media['o:media'])?.__index__)?.html)
    return text === null ? null : { data: { html: purify(text) } }
  },

  text (data) {
    const text = asObject(data)?.html
    return typeof text === 'string' ? textOfHtml(text) : ''
  }
}

function asText (value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') throw IngestError.of('html', 'The HTML must be text')
  return String(value)
}

function asObject (value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? value as Record<string, unknown> : undefined
}
