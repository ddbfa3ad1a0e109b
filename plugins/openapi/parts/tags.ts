import type { OpenApiDocument } from './types.js'

/** What each group of operations is about, the most important first. */
const DESCRIPTIONS: Record<string, string> = {
  api: 'What there is',
  'api-context': 'The terms of all representations',
  files: 'The files of media and assets',
  items: 'The works of the collection',
  item_sets: 'Groups of items',
  media: 'Files, texts and embedded pages, each of one item',
  bulk: 'Many changes at once',
  changes: 'What was created, changed and deleted',
  resources: 'Items, item sets, media and value annotations together',
  value_annotations: 'Statements about single values',
  assets: 'Pictures that are no part of the collection, such as logos',
  properties: 'What can be said of resources, by vocabulary',
  resource_classes: 'What resources can be, by vocabulary',
  vocabularies: 'Namespaces with their properties and classes',
  resource_templates: 'Forms for describing resources of one kind',
  users: 'Accounts',
  sites: 'Websites made from the collection',
  site_pages: 'Their pages',
  jobs: 'Long work in the background',
  webhooks: 'Addresses that are notified of changes',
  modules: 'Modules of the application; there are none',
  api_resources: 'The resource types',
  data_types: 'The data types of values'
}

/** The tags in use. */
export function tagsOf (paths: OpenApiDocument['paths']): OpenApiDocument['tags'] {
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  const known = Object.keys(DESCRIPTIONS)
  return [...known.filter((name) => used.has(name)), ...[...used].filter((name) => !known.includes(name))]
    .map((name) => ({ name, description: DESCRIPTIONS[name] ?? '' }))
}
