import type { Random } from '../../random.js'
import type { Family } from '../attack.js'
import { strangeText } from '../strange.js'

const TYPES = [
  'items',
  'item_sets',
  'media',
  'resources',
  'properties',
  'resource_classes',
  'vocabularies',
  'resource_templates',
  'users',
  'sites',
  'site_pages',
  'jobs',
  'assets',
  'modules',
  'api_resources',
  'data_types',
  'value_annotations',
  'items/facets',
  'media/facets',
  'resources/facets',
  'nosuch'
]

const PARAMETERS = [
  'id',
  'page',
  'per_page',
  'limit',
  'offset',
  'sort_by',
  'sort_order',
  'search',
  'fulltext_search',
  'owner_id',
  'resource_class_id',
  'resource_class_label',
  'resource_template_id',
  'resource_template_label',
  'is_public',
  'created_before',
  'created_after',
  'modified_after',
  'item_set_id',
  'not_item_set_id',
  'site_id',
  'site_attachments_only',
  'in_sites',
  'has_media',
  'is_open',
  'item_id',
  'media_type',
  'ingester',
  'renderer',
  'vocabulary_id',
  'vocabulary_prefix',
  'local_name',
  'term',
  'used',
  'namespace_uri',
  'prefix',
  'label',
  'email',
  'name',
  'role',
  'is_active',
  'site_permission_site_id',
  'slug',
  'exclude_id',
  'user_has_role',
  'class',
  'status',
  'return_scalar',
  'format',
  'pretty_print',
  'callback',
  'cursor',
  'fields',
  'facets',
  'facet_limit',
  'key_identity',
  'key_credential',
  'property[0][property]',
  'property[0][type]',
  'property[0][text]',
  'property[0][joiner]',
  'property[1][property]',
  'property[1][type]',
  'property[1][text]',
  'property[x]',
  'property'
]

const SENSIBLE = [
  '1',
  '0',
  '2',
  'id',
  'title',
  'created',
  'asc',
  'desc',
  'random',
  'relevance',
  'dcterms:title',
  'dcterms:subject',
  'dcterms:title,dcterms:date',
  'eq',
  'neq',
  'in',
  'nin',
  'sw',
  'ew',
  'res',
  'ex',
  'nex',
  'dt',
  'lt',
  'gte',
  'or',
  'amber',
  '1890',
  '1890/1900',
  'turtle',
  'rdfxml',
  'n3',
  'ntriples',
  'o:id,o:title',
  'resource_class_id,item_set_id,dcterms:subject',
  '1,2,3',
  'image/png',
  'thumbnail',
  '2020-02-31',
  'literal'
]

const SUFFIXES = [
  '', '', '', '', '[]', '[0]', '[a]', '[a][b]', '[][]', '[', ']', '[0', '[__proto__]', '.x', '%5B%5D', '[text][]'
]

/** Query strings of known parameters with sensible and strange values, in all the shapes that brackets make. */
export const queries: Family = {
  name: 'queries',
  make (random, { ids }) {
    const parameters = Array.from({ length: random.between(1, 7) }, () => {
      return `${random.pick(PARAMETERS)}${random.pick(SUFFIXES)}=${valueOf(random)}`
    })
    const id = random.chance(0.5) ? random.pick(ids.items) : encodeURIComponent(wellFormed(random))
    const path = random.chance(0.1) ? `items/${id}` : random.pick(TYPES)
    const root = random.pick(['/api', '/api', '/api', '/api-local', '/api-context/..'])
    return {
      method: random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT']),
      path: `${root}/${path}?${parameters.join(random.pick(['&', '&', '&', ';', '&&']))}`.slice(0, 12_000),
      as: random.pick(['anonymous', 'author', 'editor', 'global_admin'])
    }
  }
}

function valueOf (random: Random): string {
  if (random.chance(0.55)) return random.pick(SENSIBLE)
  const text = wellFormed(random)
  return random.chance(0.5) ? encodeURIComponent(text) : text.replaceAll(/[^!-~]|#/g, '')
}

/** Half of a surrogate pair cannot be encoded. */
const wellFormed = (random: Random): string => strangeText(random).replaceAll(/\p{Cs}/gu, '').slice(0, 3000)
