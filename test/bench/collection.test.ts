import t from 'tap'
import { Collection } from '../../bench/collection/collection.js'
import type { Value } from '../../bench/collection/values.js'

const SETS = 16
const MUSEUMS = 3
const OF_ONE = 1000

const numberOf = (label: string): number => Number(/\d+$/.exec(label)![0])

t.test('Works of a museum link to its own people and are in its own sets', async (t) => {
  const collection = new Collection(MUSEUMS * OF_ONE, MUSEUMS)
  t.equal(collection.sets + collection.people + collection.works, collection.scale)
  // In the order in which the importer numbers them.
  t.same([collection.personId(0), collection.workId(0)], [collection.sets + 1, collection.sets + collection.people + 1])
  const people = collection.people / MUSEUMS
  const works = collection.works / MUSEUMS
  const seen = new Set<number>()
  const strays: number[] = []
  for (let number = 0; number < collection.works; number++) {
    const work = collection.work(number)
    const museum = Math.floor(number / works)
    seen.add(museum)
    const sets = (work['o:item_set'] as Array<Record<string, string>>).map((set) => numberOf(set['@id']!))
    const creators = (work['dcterms:creator'] as Value[]).map((value) => numberOf(String(value.value_resource_id)))
    const isAmongItsOwn = sets.every((set) => Math.floor(set / SETS) === museum && set % SETS > 0) &&
      creators.every((person) => Math.floor(person / people) === museum)
    if (!isAmongItsOwn) strays.push(number)
  }
  t.same(strays, [])
  t.equal(seen.size, MUSEUMS)
})

t.test('One museum has a name of its own, and so has each number of them', async (t) => {
  t.equal(new Collection(OF_ONE).name, '1000')
  t.equal(new Set([1, 2, 3].map((museums) => new Collection(OF_ONE, museums).name)).size, 3)
})
