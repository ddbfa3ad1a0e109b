import type { Payload } from '../../api/core/calls/call.js'
import { methodOf, type Example } from '../../plugins/openapi/examples.js'
import { build, type Ending, type Key, type Server } from '../helper.js'
import { BASE } from './snapshot.js'

const CHANGING_DATE = /"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"/g
const FIXED_DATE = '"2026-01-01T12:00:00+00:00"'

function item (title: string, creator: string, date: string, more: Payload = {}): Payload {
  return {
    'dcterms:title': [{ '@value': title }],
    'dcterms:creator': [{ '@value': creator }],
    'dcterms:date': [{ '@value': date }],
    ...more
  }
}

/** The collection that answers the examples in the document. */
export async function sample (t: Ending): Promise<Server & { key: Key }> {
  const server = await build(t, { baseUrl: BASE })
  const key = await server.account('global_admin')
  const inSet = { 'o:item_set': [{ 'o:id': 1 }] }
  const create = async (type: string, payload: Payload): Promise<void> => {
    await server.send({
      method: 'POST',
      url: `/api/${type}`,
      as: key,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload)
    })
  }
  await create('item_sets', { 'dcterms:title': [{ '@value': 'Lights of the coast' }] })
  await create('items', item('Lighthouse at dusk', 'Ada Marsh', '1890', inSet))
  await create('items', item('Harbour at dawn', 'Jan Brel', '1911'))
  await create(
    'items',
    item('Sketch of a lighthouse', 'Ada Marsh', '189X', { ...inSet, 'dcterms:description': [{ '@value': 'Pencil' }] })
  )
  await create('items', item('Fog signal', 'Ada Marsh', '1905'))
  return { ...server, key }
}

/** Sends the request of an example. Dates of creation are replaced, so that they are equal in every run. */
export async function ask (
  { send, key }: Server & { key: Key },
  example: Example
): Promise<Required<Pick<Example, 'status' | 'mediaType' | 'answer'>> & Pick<Example, 'total'>> {
  const { request, type, body, text, headers } = example
  const response = await send({
    method: methodOf(example) as 'GET',
    url: request,
    ...(example.key === true && { as: key }),
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    ...(type !== undefined && { payload: text ?? JSON.stringify(body) })
  })
  const mediaType = String(response.headers['content-type']).split(';', 1)[0]!
  const total = response.headers['service-total-results']
  return {
    status: response.statusCode,
    mediaType,
    ...(total !== undefined && { total: Number(total) }),
    answer: mediaType.endsWith('json')
      ? JSON.parse(response.body.replaceAll(CHANGING_DATE, FIXED_DATE))
      : response.body
  }
}
