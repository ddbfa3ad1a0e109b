import type { Random } from '../random.js'

/** Texts that have broken programs before. */
export const STRANGE_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e308',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uFFFF',
  '\u202Eabc',
  'ﬃ',
  'İ',
  '👩‍👩‍👧',
  'e\u0301'.repeat(20),
  '%00',
  '%ff',
  '%',
  '../../etc/passwd',
  '..%2f',
  "' OR 1=1 --",
  '";DROP TABLE value;--',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '[object Object]',
  'javascript:alert(1)',
  'http://',
  'http://[::1',
  'http://127.0.0.1:1/',
  '_:b0',
  'dcterms:title',
  'dcterms:',
  ':',
  'o:id',
  '@id',
  '\r\nX: y',
  '2020-13-99',
  '0000-00-00',
  '-99999',
  '1890/1900',
  '\\',
  '"',
  '*',
  'NEAR(',
  '"unclosed',
  'a AND',
  '(((',
  '\u2028'
] as const

const KEYS = [
  'o:id',
  '@id',
  '@type',
  '@value',
  '@language',
  '@annotation',
  'type',
  'property_id',
  'value_resource_id',
  'is_public',
  'o:is_public',
  'o:owner',
  'o:item',
  'o:media',
  'o:item_set',
  'o:site',
  'o:primary_media',
  'o:thumbnail',
  'o:resource_class',
  'o:resource_template',
  'o:ingester',
  'html',
  'data',
  'file_index',
  'position',
  'o:source',
  'ingest_url',
  'store_original',
  'o:lang',
  'o:alt_text',
  'clear_property_values',
  'set_value_visibility',
  'convert_data_types',
  'collectionAction',
  'o:block',
  'o:layout',
  'o:data',
  'o:attachment',
  'o:navigation',
  'o:property',
  'o:class',
  'o:prefix',
  'o:namespace_uri',
  'o:label',
  'o:local_name',
  'o:role',
  'o:email',
  'dcterms:title',
  'dcterms:relation',
  '__proto__',
  'constructor',
  'toJSON',
  'toString',
  'valueOf',
  '@context',
  '@reverse',
  '@graph',
  ''
] as const

/** An unusual or a long text. */
export function strangeText (random: Random): string {
  return random.chance(0.08)
    ? random.pick(['a', ' ', '"', '\\', '<b>', 'é', '(', '[', '=', '&']).repeat(random.pick([300, 5000, 60_000]))
    : random.pick(STRANGE_TEXTS)
}

/** Any JSON value, small. */
export function strangeValue (random: Random, depth = 3): unknown {
  switch (random.below(depth > 0 ? 12 : 8)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick([0, -0, -1, 1, 1.5, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324])
    case 3:
    case 4:
    case 5:
      return strangeText(random)
    case 6:
      return []
    case 7:
      return {}
    case 8:
      return Array.from({ length: random.between(1, 4) }, () => strangeValue(random, depth - 1))
    case 9:
      return nested(random.between(5, 700))
    case 10:
      return { 'o:id': strangeValue(random, 0) }
    default:
      return Object.fromEntries(
        Array.from({ length: random.between(1, 4) }, () => [random.pick(KEYS), strangeValue(random, depth - 1)])
      )
  }
}

function nested (depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Characters of JSON from which on nothing more is changed: repeated nodes repeated again would take gigabytes. */
const CHANGED_JSON_MAX = 100_000

/** A copy of a JSON value in which a few nodes are replaced, added, repeated or removed. */
export function mutated (value: unknown, random: Random): unknown {
  const copy = structuredClone(value)
  const times = random.between(1, 3)
  for (let time = 0; time < times && JSON.stringify(copy).length < CHANGED_JSON_MAX; time++) mutateOnce(copy, random)
  return copy
}

function mutateOnce (root: unknown, random: Random): void {
  const containers = containersIn(root)
  if (containers.length === 0) return
  const container = random.pick(containers)
  if (Array.isArray(container)) {
    const at = random.below(container.length + 1)
    if (random.chance(0.5)) container.splice(at, 1, strangeValue(random))
    else {
      container.splice(
        at,
        0,
        ...Array.from({ length: random.pick([1, 3, 200]) }, () => container[0] ?? strangeValue(random))
      )
    }
    return
  }
  const keys = Object.keys(container)
  const key = keys.length > 0 && random.chance(0.7) ? random.pick(keys) : random.pick(KEYS)
  if (random.chance(0.15)) delete container[key]
  else {
    Object.defineProperty(container, key, {
      value: strangeValue(random),
      enumerable: true,
      configurable: true,
      writable: true
    })
  }
}

function containersIn (root: unknown): Array<unknown[] | Record<string, unknown>> {
  const found = [root].filter(isContainer)
  for (const container of found) for (const one of Object.values(container)) if (isContainer(one)) found.push(one)
  return found
}

function isContainer (value: unknown): value is unknown[] | Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
