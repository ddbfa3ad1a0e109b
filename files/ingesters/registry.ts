import { html } from './html.js'
import { iiif } from './iiif.js'
import { iiifPresentation } from './iiif-presentation.js'
import type { Ingester } from './ingester.js'
import { createOembed } from './oembed.js'
import { upload } from './upload.js'
import { url } from './url.js'
import { youtube } from './youtube.js'

/** Ingesters by name. */
export type IngesterRegistry = ReadonlyMap<string, Ingester>

/** The built-in ingesters (docs/contract/files.md §6) and the application's, which may replace them. */
export function createIngesters (extra: readonly Ingester[] = []): IngesterRegistry {
  const all = [upload, url, html, iiif, iiifPresentation, createOembed(), youtube, ...extra]
  return new Map(all.map((ingester) => [ingester.name, ingester]))
}

/**
 * Whether the built-in ingesters, the only ones that worker threads know, give each media its text: the application's
 * ingesters have no `text`, and replace none that has.
 */
export function areTextsBuiltIn (extra: readonly Ingester[] = []): boolean {
  const builtIn = createIngesters()
  return extra.every(({ name, text }) => text === builtIn.get(name)?.text)
}
