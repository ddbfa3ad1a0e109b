import { form } from '../http/form.js'
import type { Wanted } from '../http/session.js'
import { gifBomb } from './arsenal.js'
import type { Arsenal } from './attack.js'

/** One request that is much larger, or much more expensive, than a legitimate one. */
export interface Monster {
  readonly name: string
  /** @param scale from 0 to 1. */
  make (arsenal: Arsenal, scale: number): Wanted[]
}

const repeated = (count: number, text: string): string => Array.from({ length: Math.ceil(count) }, () => text).join(',')
const json = (method: string, path: string, body: string, as: Wanted['as'] = 'author'): Wanted => {
  return { method, path, as, body, headers: { 'content-type': 'application/json' } }
}
const post = (path: string, body: string, as?: Wanted['as']): Wanted => json('POST', path, body, as)
const html = (markup: string): string => JSON.stringify({ 'o:media': [{ 'o:ingester': 'html', html: markup }] })
const get = (path: string): Wanted => ({ path })

/** Attacks that once blocked other clients or ended the process: regression tests. */
export const monsters: readonly Monster[] = [
  {
    name: 'a million item sets',
    make: (_, scale) => [post('/api/items', `{"o:item_set":[${repeated(1_000_000 * scale, '1')}]}`)]
  },
  {
    name: 'many conversions of data types',
    make: ({ ids }, scale) => {
      const one = '{"convert_property_id":1,"convert_data_type_target":"uri"}'
      return [
        json(
          'PATCH',
          `/api/items/${ids.items[0]}`,
          `{"convert_data_types":[${repeated(20_000 * scale, one)}]}`,
          'editor'
        )
      ]
    }
  },
  { name: 'nested tags', make: (_, scale) => [post('/api/items', html('<b>'.repeat(300_000 * scale)))] },
  {
    name: 'a style that backtracks',
    make: () => [post('/api/items', html(`<p style="font-family:${'a '.repeat(50)}!">x</p>`))]
  },
  {
    name: 'unclosed comments in a style',
    make: (_, scale) => [post('/api/items', html(`<p style="${'/*'.repeat(200_000 * scale)}">x</p>`))]
  },
  {
    name: 'many broken media',
    make: (_, scale) => [post('/api/items', `{"o:media":[${repeated(200_000 * scale, '{}')}]}`)]
  },
  { name: 'deep JSON', make: (_, scale) => [post('/api/items', deep(100_000 * scale)), post('/api/items', deep(500))] },
  {
    name: 'deep JSON in a page',
    make: ({ ids }) =>
      [400, 5000, 200_000].map((depth) => {
        return post(
          '/api/site_pages',
          `{"o:site":{"o:id":${ids.sites[0]}},"o:title":"x","o:layout_data":${deep(depth)}}`,
          'global_admin'
        )
      })
  },
  {
    name: 'objects without a key',
    make: (_, scale) => [post('/api/items', `[${repeated(20_000_000 * scale, '{}')}]`, 'anonymous')]
  },
  {
    name: 'escaped quotation marks',
    make: (_, scale) => [post('/api/items', `{"a":"${'\\"'.repeat(500_000 * scale)}"}`, 'anonymous')]
  },
  { name: 'blanks in a literal', make: (_, scale) => [literal(`a${' '.repeat(200_000 * scale)}b`)] },
  { name: 'a literal of many lines', make: (_, scale) => [literal('amber\n'.repeat(50_000 * scale))] },
  { name: 'many values', make: (_, scale) => [post('/api/items', `{"x":[${repeated(100_000 * scale, VALUE)}]}`)] },
  {
    name: 'many values of an annotation',
    make: (_, scale) => [
      post(
        '/api/items',
        `{"x":[{"type":"literal","property_id":1,"@value":"a","@annotation":{"y":[${repeated(180_000 * scale, VALUE)}]}}]}`
      )
    ]
  },
  {
    name: 'copies of copies',
    make: ({ ids }) => ['anonymous' as const, 'editor' as const].map((as) => ({
      method: 'PATCH',
      path: `/api/items/${ids.items[1]}`,
      as,
      body: JSON.stringify(Array.from({ length: 30 }, (_, at) => ({ op: 'copy', from: '', path: `/k${at}` }))),
      headers: { 'content-type': 'application/json-patch+json' }
    }))
  },
  {
    name: 'vocabularies that break RDF',
    make: ({ ids }) => [
      ...[
        ['hasOwnProperty', 'http://h.example/'],
        ['__proto__', 'http://p.example/'],
        ['bad', 'no IRI <at all>'],
        ['a b', 'http://ab.example/']
      ].map(([prefix, namespace]) =>
        post(
          '/api/vocabularies',
          JSON.stringify({
            'o:prefix': prefix,
            'o:namespace_uri': namespace,
            'o:label': prefix,
            'o:property': [{ 'o:local_name': 'p q', 'o:label': 'P' }]
          }),
          'global_admin'
        )
      ),
      ...['turtle', 'rdfxml', 'n3', 'ntriples'].map((format) => get(`/api/items/${ids.items[1]}?format=${format}`))
    ]
  },
  {
    name: 'pictures that claim to be huge',
    make: () =>
      Array.from({ length: 6 }, () => {
        const upload = form([
          { name: 'data', content: '{}' },
          { name: 'file', content: gifBomb(16_000), filename: 'a.gif' }
        ])
        return { method: 'POST', path: '/api/assets', as: 'author', ...upload }
      })
  },
  {
    name: 'scalars of scalars',
    make: () => [get('/api/items?return_scalar[a][b]=x'), get('/api/items?return_scalar[]=id')]
  },
  {
    name: 'everything as RDF',
    make: () => ['turtle', 'rdfxml'].map((format) => get(`/api/resources?per_page=100000&format=${format}`))
  },
  {
    name: 'everything in print',
    make: () => [
      get('/api/properties?per_page=100000&pretty_print'),
      get('/api/resources?per_page=100000&pretty_print')
    ]
  },
  {
    name: 'many facets',
    make: () => Array.from({ length: 8 }, (_, at) => get(`/api/items/facets?search=${at}&facets=${FACETS}`))
  },
  {
    name: 'blanks in a query',
    make: () => [
      get(`/api/items?search=a${'+'.repeat(14_000)}b`),
      get(`/api/items?fulltext_search=${'%22+'.repeat(3000)}`)
    ]
  },
  {
    name: 'deep brackets',
    make: () => [get(`/api/items?a${'[b]'.repeat(4000)}=1`), get(`/api/items?${'a[]=1&'.repeat(2500)}`)]
  },
  {
    name: 'many rows of a value query',
    make: () => [
      get(
        `/api/items?${Array.from(
          { length: 400 },
          (_, at) => `property[${at}][property]=&property[${at}][type]=in&property[${at}][text]=a`
        )
          .join('&')
          .slice(0, 15_000)}`
      )
    ]
  }
]

const VALUE = '{"type":"literal","property_id":1,"@value":"amber"}'
const FACETS = Array.from(
  { length: 20 },
  (_, at) => `dcterms:${['title', 'subject', 'creator', 'date', 'relation'][at % 5]}`
).join(',')

function deep (depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function literal (text: string): Wanted {
  return post('/api/items', JSON.stringify({ x: [{ type: 'literal', property_id: 1, '@value': text }] }))
}
