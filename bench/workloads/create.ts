import type { Collection } from '../collection/collection.js'
import { KEY } from '../processes/administrator.js'
import type { ClientRequest } from '../http/client.js'
import type { Value } from '../collection/values.js'

/** Headers of a request with a body, on behalf of the administrator. */
export const WRITING = {
  authorization: `Bearer ${KEY.identity}.${KEY.credential}`,
  'content-type': 'application/json'
}

/** Makes a public item with eight values, one of them a link. */
export function createItem (collection: Collection, number: number): ClientRequest {
  // The works that a larger collection would continue with.
  const record = collection.work(collection.works + number)
  const first = (term: string): Value[] => (record[term] as Value[]).slice(0, 1)
  const item = {
    'dcterms:title': first('dcterms:title'),
    'dcterms:identifier': first('dcterms:identifier'),
    'dcterms:creator': [{ type: 'resource:item', value_resource_id: collection.personId(number % collection.people) }],
    'dcterms:date': first('dcterms:date'),
    'dcterms:medium': first('dcterms:medium'),
    'dcterms:extent': first('dcterms:extent'),
    'dcterms:subject': first('dcterms:subject'),
    'dcterms:source': first('dcterms:source')
  }
  return post(item)
}

/** Makes a public item of which no more than a title is known. */
export function createTitle (collection: Collection, number: number): ClientRequest {
  return post({ 'dcterms:title': collection.work(collection.works + number)['dcterms:title'] })
}

function post (item: Record<string, unknown>): ClientRequest {
  return { path: '/api/items', method: 'POST', headers: WRITING, body: JSON.stringify(item) }
}
