import { optionalText, trim } from '../../../values/text.js'

type Data = Record<string, unknown>

/** Keys that blocks of IIIF viewers always have (docs/contract/admin-resources.md §7, core layouts). */
const VIEWER_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['iiifPresentation', ['manifest_url', 'title', 'show_title']],
  ['iiifImage', ['image_url', 'title', 'show_title']]
])

/**
 * Converts the data of a block for storage: some layouts add keys or sanitise HTML; data of unknown layouts is
 * unchanged.
 */
export function dataOfLayout (layout: string, data: Data, purify: (html: string) => string): unknown {
  if (layout === 'html') return { ...data, html: purify(optionalText(data.html) ?? '') }
  const keys = VIEWER_KEYS.get(layout)
  if (keys === undefined) return data
  return {
    ...data,
    ...Object.fromEntries(keys.map((key) => [key, typeof data[key] === 'string' ? trim(data[key]) : null]))
  }
}
