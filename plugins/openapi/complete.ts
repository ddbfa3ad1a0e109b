import type { Api } from '../../api/api.js'
import { jsonLdDocument, jsonPatch, mergePatch, requestBodyOf } from './parts/bodies.js'
import { addExamples } from './examples.js'
import { requestHeaders, responseHeaders } from './parts/headers.js'
import { API_OPERATIONS, isWrite, kindOf } from './parts/operations.js'
import { otherBody, otherResponses } from './parts/other-responses.js'
import { serialised, shareParameters } from './parts/parameters.js'
import { referTo, requestHeadersOf, responsesOf, sharedResponses } from './parts/responses.js'
import { SECURITY } from './parts/security.js'
import type { OpenApiDocument, Operation, Parameter, Reference, Schema } from './parts/types.js'
import type { DataType } from '../../api/values/data-type.js'

/**
 * Adds what schemas of routes cannot hold: bodies by media type, all statuses, headers of requests and answers, and
 * authentication. Removes operations that a resource type does not offer.
 */
export function complete (document: OpenApiDocument, api: Api): OpenApiDocument {
  const { product, productAliases } = api.settings
  const totals = [product, ...productAliases].map((word) => `${word}-Total-Results`)
  const names = new Set<string>(api.resourceNames)

  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.parameters = operation.parameters?.flatMap<Parameter | Reference>((parameter) =>
        '$ref' in parameter ? [parameter] : serialised(parameter, document.components.schemas ?? {})
      )
      const [name = ''] = operation.tags
      if (!names.has(name) || operation.responses['200'] === undefined || /\/(?:log|export)$/.test(path)) {
        operation.responses = otherResponses(operation)
        operation.requestBody = otherBody(operation)
        if (operation.requestBody !== undefined) operation.security = SECURITY.required
        continue
      }
      const kind = kindOf(operation)
      if (api.resource(name).operations.includes(API_OPERATIONS[kind])) {
        completeOperation(operation, document.paths[path]!, totals, document.components.schemas ?? {})
      } else {
        delete methods[method]
      }
    }
    if (Object.keys(methods).length === 0) delete document.paths[path]
  }
  document.tags = tagsOf(document)
  document.components = {
    ...document.components,
    schemas: {
      ...document.components.schemas, JsonLdDocument: jsonLdDocument, JsonPatch: jsonPatch, MergePatch: mergePatch
    },
    responses: structuredClone(sharedResponses),
    headers: responseHeaders,
    parameters: { ...requestHeaders }
  }
  addValues(document, api.addedDataTypes)
  shareParameters(document)
  addExamples(document)
  return document
}

function completeOperation (
  operation: Operation, methods: Record<string, Operation>, totals: readonly string[], schemas: Record<string, unknown>
): void {
  const kind = kindOf(operation)
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...requestHeadersOf(kind).map((name) => referTo('parameters', name))
  ]
  const body = methods[kind === 'patch' ? 'put' : 'post']?.requestBody ?? operation.requestBody
  if (operation.requestBody !== undefined) {
    operation.requestBody = requestBodyOf(operation, kind, body!.content['application/json']!.schema!)
  }
  operation.responses = responsesOf(operation, kind, totals, schemas)
  if (isWrite(kind)) operation.security = SECURITY.required
}

const COMMON_MEMBERS = ['property_id', 'property_label', 'is_public', '@annotation']

/** Describes values of the data types that an application added: they have the common members, and any others. */
function addValues ({ components }: OpenApiDocument, added: readonly DataType[]): void {
  if (added.length === 0) return
  const { Value: value, LiteralValue: literal } = components.schemas as Record<string, Schema>
  const properties = literal!.properties as Record<string, Schema>
  components.schemas = {
    ...components.schemas,
    AddedValue: {
      type: 'object',
      description: 'A value of a data type that this installation added',
      required: ['type', ...COMMON_MEMBERS.slice(0, 3)],
      properties: {
        type: { type: 'string', enum: added.map(({ name }) => name) },
        ...Object.fromEntries(COMMON_MEMBERS.map((name) => [name, properties[name]]))
      }
    },
    Value: { ...value, anyOf: [...value!.anyOf as Schema[], { $ref: '#/components/schemas/AddedValue' }] }
  }
}

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

/** The tags in use, the most important first. */
function tagsOf ({ paths }: OpenApiDocument): OpenApiDocument['tags'] {
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  const known = Object.keys(DESCRIPTIONS)
  return [...known.filter((name) => used.has(name)), ...[...used].filter((name) => !known.includes(name))]
    .map((name) => ({ name, description: DESCRIPTIONS[name] ?? '' }))
}
