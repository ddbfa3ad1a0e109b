import type { Random } from '../../random.js'
import type { Arsenal, Family } from '../attack.js'
import { mutated, strangeText } from '../strange.js'

const value = (text: string): object => ({
  type: 'literal',
  property_id: 1,
  '@value': text,
  '@language': 'en',
  is_public: true
})
const ref = (id: number | undefined): object => ({ 'o:id': id })

/** Payloads that would be accepted, by the type they are for. */
function payloads ({ ids }: Arsenal): Record<string, object> {
  const annotated = {
    type: 'resource',
    property_id: 13,
    value_resource_id: ids.items[0],
    '@annotation': { 'dcterms:date': [value('1890')] }
  }
  const block = {
    'o:layout': 'html',
    'o:data': { html: '<p>a</p>' },
    'o:attachment': [{ 'o:item': ref(ids.items[0]), 'o:caption': '<i>c</i>' }]
  }
  return {
    items: {
      'o:is_public': true,
      'o:item_set': [ref(ids.item_sets[0])],
      'o:media': [
        { 'o:ingester': 'html', html: '<p style="color: red">a <b>b</b></p>', 'dcterms:title': [value('m')] }
      ],
      'dcterms:title': [value('a')],
      'dcterms:subject': [{ type: 'uri', property_id: 3, '@id': 'http://example.org/', 'o:label': 'x' }],
      'dcterms:relation': [annotated]
    },
    item_sets: { 'o:is_open': true, 'dcterms:title': [value('s')] },
    media: { 'o:item': ref(ids.items[0]), 'o:ingester': 'html', html: '<p>b</p>', 'o:lang': 'en', data: { a: 1 } },
    vocabularies: {
      'o:prefix': 'x',
      'o:namespace_uri': 'http://x.example/',
      'o:label': 'X',
      'o:property': [{ 'o:local_name': 'p', 'o:label': 'P' }],
      'o:class': []
    },
    resource_templates: {
      'o:label': 'T',
      'o:title_property': ref(1),
      'o:resource_template_property': [{ 'o:property': ref(1), 'o:data_type': ['literal'], 'o:is_required': false }]
    },
    sites: {
      'o:title': 'S',
      'o:theme': 'default',
      'o:navigation': [{ type: 'url', data: { label: 'a', url: 'b' }, links: [] }],
      'o:site_permission': [{ 'o:user': ref(3), 'o:role': 'viewer' }],
      'o:site_item_set': [{ 'o:item_set': ref(ids.item_sets[0]) }]
    },
    site_pages: {
      'o:site': ref(ids.sites[0]),
      'o:title': 'P',
      'o:block': [block],
      'o:layout_data': { grid_columns: 12 }
    },
    users: { 'o:name': 'n', 'o:email': 'n@example.org', 'o:role': 'researcher', 'o:is_active': false },
    properties: { 'o:label': 'L', 'o:local_name': 'l' },
    assets: { 'o:name': 'a' },
    jobs: { 'o:args': {} }
  }
}

/** JSON bodies for every type, with a few unusual nodes. */
export const json: Family = {
  name: 'json',
  make (random, arsenal) {
    const [type, payload] = random.pick(Object.entries(payloads(arsenal)))
    const ids = (arsenal.ids as Record<string, number[]>)[type]
    const isUpdate = ids !== undefined && random.chance(0.5)
    const contentType = random.chance(0.05) ? strangeText(random).replaceAll(/[^ -~]/g, '') : 'application/json'
    return {
      method: isUpdate ? random.pick(['PUT', 'PATCH']) : 'POST',
      path: isUpdate ? `/api/${type}/${random.pick(ids)}` : `/api/${type}`,
      as: random.pick(['global_admin', 'global_admin', 'editor', 'author', 'anonymous']),
      body: textOf(mutated(payload, random), random),
      headers: { 'content-type': contentType, ...(random.chance(0.2) && { prefer: 'handling=strict' }) }
    }
  }
}

/** As JSON; sometimes invalid, or with a duplicate key. */
function textOf (payload: unknown, random: Random): string {
  const text = JSON.stringify(payload)
  if (random.chance(0.9)) return text
  const at = random.below(text.length)
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) + strangeText(random) + text.slice(at),
    `{"o:id":1,${text.slice(1)}`,
    `\uFEFF${text}`
  ])
}
