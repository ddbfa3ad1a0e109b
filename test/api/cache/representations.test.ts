import t from 'tap'
import { dependenciesOf } from '../../../api/cache/representations.js'

const ID = 1000

/** An item that links to a number of others, twice to the first of them. */
function linkingTo (ids: readonly number[]): Record<string, unknown> {
  const value = (id: number): object => ({ type: 'resource', property_id: 1, value_resource_id: id })
  return { 'o:id': ID, 'dcterms:relation': [...ids, ...ids.slice(0, 1)].map(value), 'o:primary_media': { 'o:id': 7 } }
}

for (const count of [0, 1, 5, 20, 21, 22, 23, 200]) {
  t.test(`a resource with ${count} links depends on the resources that it shows`, async (t) => {
    const linked = Array.from({ length: count }, (_, at) => 2000 + 31 * at)
    const dependencies = dependenciesOf(ID, linkingTo(linked))
    const expected = new Set([ID, -ID, 7, ...linked])
    t.same(new Set(dependencies), expected)
    t.equal(dependencies.size, expected.size)
    for (let id = -3000; id < 9000; id++) if (dependencies.has(id) !== expected.has(id)) t.fail(`${id}`)
  })
}
