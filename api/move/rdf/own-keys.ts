import { OMEKA } from '../../core/rdf/terms.js'

/** What a key that begins with `o:` accepts: a boolean, a text, or one or several resources of a type. */
export type OwnKey = { takes: 'flag' | 'text' } | { takes: 'one' | 'many', type: string }

const SHARED: Readonly<Record<string, OwnKey>> = {
  'o:is_public': { takes: 'flag' },
  'o:owner': { takes: 'one', type: 'users' },
  'o:resource_class': { takes: 'one', type: 'resource_classes' },
  'o:resource_template': { takes: 'one', type: 'resource_templates' },
  'o:thumbnail': { takes: 'one', type: 'assets' }
}

/** The writable keys besides properties, by resource type. */
export const OWN_KEYS: Readonly<Record<string, Readonly<Record<string, OwnKey>>>> = {
  items: {
    ...SHARED,
    'o:primary_media': { takes: 'one', type: 'media' },
    'o:media': { takes: 'many', type: 'media' },
    'o:item_set': { takes: 'many', type: 'item_sets' },
    'o:site': { takes: 'many', type: 'sites' }
  },
  item_sets: { ...SHARED, 'o:is_open': { takes: 'flag' } },
  media: {
    ...SHARED,
    'o:item': { takes: 'one', type: 'items' },
    'o:ingester': { takes: 'text' },
    'o:source': { takes: 'text' },
    'o:lang': { takes: 'text' },
    'o:alt_text': { takes: 'text' }
  }
}

/** Whether RDF can describe resources of this type. */
export function takesRdf (type: string): boolean {
  return Object.hasOwn(OWN_KEYS, type)
}

/** The key for a predicate in the service's own namespace; undefined for any other. */
export function ownKey (predicate: string): string | undefined {
  return predicate.startsWith(OMEKA) ? `o:${predicate.slice(OMEKA.length)}` : undefined
}
