import type { ErrorCollector } from '../../core/calls/errors.js'
import { isBlank, isNumeric, isObject, optionalText } from '../../core/calls/given.js'
import { asStored } from '../shared/writing/free-json.js'

const KEY = 'o:navigation'

/** The navigation of a new site if the payload contains none. */
export const DEFAULT_NAVIGATION = [{ type: 'browse', data: { label: 'Browse', query: '' }, links: [] }]

/** The navigation links in a payload; reports the first defect (docs/contract/admin-resources.md §6.2). */
export function navigationIn (given: unknown, errors: ErrorCollector): unknown[] {
  const defects = isObject(given) ? linkDefects(Object.values(given)) : ['navigation must be an array']
  if (defects !== undefined) errors.add(KEY, defects.map((defect) => `Invalid navigation: ${defect}`))
  return defects === undefined ? Object.values(asStored(given) as object) : []
}

/** The defects of the first invalid link; undefined if all links are valid. */
function linkDefects (links: readonly unknown[]): string[] | undefined {
  const pages = new Set<number>()
  for (const link of links) {
    if (!isObject(link) || typeof link.type !== 'string') return ['link missing type']
    if (!isObject(link.data)) return ['link missing data']
    const defect = dataDefect(link.type, link.data)
    if (defect !== undefined) return [defect, 'invalid link data']
    if (link.type === 'page') {
      const id = Number(link.data.id)
      if (pages.has(id)) return ['page links must be unique']
      pages.add(id)
    }
    if (link.links === undefined || link.links === null) continue
    if (!isObject(link.links)) return ['links must be an array']
    const below = linkDefects(Object.values(link.links))
    if (below !== undefined) return below
  }
  return undefined
}

/** Checks the data of a link. Other types are not checked. */
function dataDefect (type: string, data: Record<string, unknown>): string | undefined {
  if (type === 'page' && !isNumeric(data.id)) return 'page link missing page ID'
  if (type === 'url' && lacks(data.label)) return 'URL link missing label'
  return type === 'url' && lacks(data.url) ? 'URL link missing URL' : undefined
}

const lacks = (given: unknown): boolean => isBlank(optionalText(given) ?? '')
