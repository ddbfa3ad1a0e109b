import type { Random } from '../../random.js'
import type { Family } from '../attack.js'
import { mutated, STRANGE_TEXTS, strangeValue } from '../strange.js'

const PATHS = [
  '',
  '/',
  '/o:is_public',
  '/o:item_set',
  '/o:item_set/-',
  '/o:item_set/0',
  '/o:media/0',
  '/dcterms:title',
  '/dcterms:title/0',
  '/dcterms:title/0/@value',
  '/dcterms:title/-',
  '/dcterms:title/01',
  '/dcterms:title/99',
  '/dcterms:subject',
  '/o:owner',
  '/o:id',
  '/@id',
  '/@type',
  '/a~1b',
  '/~',
  '/~2',
  '//',
  '/__proto__',
  '/__proto__/x',
  '/constructor/prototype/x',
  '/thumbnail_display_urls/large',
  '/@reverse'
]

/** JSON patches and merge patches whose operations, paths and values are strange. */
export const patches: Family = {
  name: 'patches',
  make (random, { ids }) {
    const type = random.pick(['items', 'items', 'media', 'item_sets', 'vocabularies', 'sites', 'site_pages'] as const)
    const isMerge = random.chance(0.35)
    const body = isMerge
      ? mutated({ 'o:is_public': true, 'dcterms:title': [{ '@value': 'a' }], 'dcterms:subject': null }, random)
      : Array.from({ length: random.pick([1, 2, 5, 40]) }, () => operation(random))
    return {
      method: 'PATCH',
      path: `/api/${type}/${random.pick(ids[type])}`,
      as: random.pick(['global_admin', 'editor', 'author', 'anonymous']),
      body: JSON.stringify(random.chance(0.95) ? body : strangeValue(random)),
      headers: { 'content-type': isMerge ? 'application/merge-patch+json' : 'application/json-patch+json' }
    }
  }
}

function operation (random: Random): object {
  const path = random.chance(0.9) ? random.pick(PATHS) : random.pick(STRANGE_TEXTS)
  const op = random.pick(['add', 'replace', 'remove', 'test', 'move', 'copy'])
  const made = { op, path, from: random.pick(PATHS), value: strangeValue(random) }
  return random.chance(0.9) ? made : mutated(made, random) as object
}
