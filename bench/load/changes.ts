import type { Collection } from '../collection/collection.js'
import type { Value } from '../collection/values.js'
import { WRITING } from '../workloads/create.js'
import { Samples } from '../workloads/samples.js'
import { Beside } from './beside.js'

const WRITE_INTERVAL_MS = 100

/** Changes the title of an item that others read, as users do: GET it, change it, PUT it. */
export function changes (collection: Collection): Beside {
  const samples = new Samples(collection)
  return new Beside('changes', async (client, number) => {
    const path = `/api/items/${collection.workId(samples.work(number % 200))}`
    const item = await client.json<Record<string, unknown>>({ path, headers: WRITING })
    for (const title of item['dcterms:title'] as Value[]) {
      title['@value'] = `${String(title['@value']).replace(/ \(\d+\)$/, '')} (${number})`
    }
    await client.expect({ path, method: 'PUT', headers: WRITING, body: JSON.stringify(item) })
  }, WRITE_INTERVAL_MS)
}
