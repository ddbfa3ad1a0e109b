import t from 'tap'
import { Collection } from '../../bench/collection/collection.js'
import { Selection } from '../../bench/selection.js'
import { facets } from '../../bench/workloads/facets.js'
import { mix } from '../../bench/workloads/mix.js'
import { searches } from '../../bench/workloads/searches.js'
import { differentRequests } from '../../bench/workloads/workload.js'
import { workloads } from '../../bench/workloads/workloads.js'
import { changeTitle } from '../../bench/workloads/writes.js'

const collection = new Collection(1000)

t.test('Half of the mixture reads items, a fifth pages, and few requests come often', async (t) => {
  const request = mix(collection)
  const paths = Array.from({ length: 3000 }, (_, number) => request(number).path)
  const share = (pattern: RegExp): number => paths.filter((path) => pattern.test(path)).length / paths.length
  t.ok(Math.abs(share(/^\/api\/items\/\d+$/) - 0.5) < 0.05)
  t.ok(Math.abs(share(/^\/api\/items\?page=\d+$/) - 0.2) < 0.05)
  const times = new Map<string, number>()
  for (const path of paths) times.set(path, (times.get(path) ?? 0) + 1)
  t.ok(Math.max(...times.values()) > 50)
  t.ok([...times.values()].filter((count) => count === 1).length > 100)
  const again = mix(collection)
  t.same(paths.map((_, number) => again(number).path), paths)
})

t.test('Every kind of search asks for different things, each workload by a name of its own', async (t) => {
  for (const search of searches(collection)) t.ok(differentRequests(search, 20).length === 20, search.name)
  const names = [...workloads(collection), ...facets(collection)].map(({ name }) => name)
  t.equal(new Set(names).size, names.length)
})

t.test('No two changes give the same title', async (t) => {
  const [one, other] = [changeTitle(collection, 1), changeTitle(collection, 1 + collection.works)]
  t.equal(one.path, other.path)
  t.not(one.body, other.body)
})

t.test('Parts and workloads can be chosen', async (t) => {
  const everything = new Selection()
  t.ok(everything.has('mix') && everything.hasWorkload('cold', 'nin') && !everything.names('import'))
  const workload = new Selection(['sorted'])
  t.ok(workload.hasWorkload('load', 'sorted') && workload.hasWorkload('cold', 'sorted'))
  t.notOk(workload.hasWorkload('load', 'read') || workload.has('mix'))
  const part = new Selection(['after-write'])
  t.ok(part.hasWorkload('after-write', 'sorted'))
  t.notOk(part.hasWorkload('cold', 'sorted') || part.has('writes'))
  const both = new Selection(['cold', 'nin'])
  t.ok(both.hasWorkload('cold', 'nin') && !both.hasWorkload('cold', 'nex') && !both.hasWorkload('load', 'nin'))
})
