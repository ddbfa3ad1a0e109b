import t from 'tap'
import { BLANK, PRIVATE } from '../../../db/query/conditions/facet-rows.js'
import { Bits } from '../../../api/search/facets/columns/bits.js'
import { ColumnBuilder } from '../../../api/search/facets/columns/build.js'
import { FIRST_GROUP, NONE, SINGLE } from '../../../api/search/facets/columns/entry.js'
import { classOf, GroupNumbers, groupOf } from '../../../api/search/facets/columns/group-numbers.js'
import { CLASSES, UNCLASSIFIED } from '../../../api/search/facets/columns/label-classes.js'
import { Starts } from '../../../api/search/facets/columns/starts.js'
import { ValueFlags } from '../../../api/search/facets/columns/value-flags.js'
import { ValueIds } from '../../../api/search/facets/columns/value-ids.js'
import { dice } from '../../dice.js'

const roll = dice(18)
const LENGTH = 3000
const positions = Array.from({ length: LENGTH }, (_, position) => position)

/** Ids that rise from each position to the next by up to `most`; here and there is none. */
function rising (most: number): Int32Array {
  let id = 1000
  return Int32Array.from(positions, () => {
    id += 1 + roll(most)
    return roll(9) === 0 ? 0 : id
  })
}

const HIGHEST = 2 ** 31 - 1

const LISTS: ReadonlyArray<readonly [name: string, bytes: number, ids: Int32Array]> = [
  ['that rise evenly', 1, rising(25)],
  ['that rise evenly by many', 1, rising(10).map((id) => id * 2)],
  ['that rise unevenly', 2, rising(900)],
  ['in any order', 4, Int32Array.from(positions, () => 1 + roll(HIGHEST))],
  ['that fall', 2, rising(25).map((id) => id && 2_000_000 - id)],
  ['that jump', 1, rising(5).map((id, at) => id && id + Math.floor(at / 1000) * 500_000_000)],
  ['some of which were written again', 1, rising(25).map((id, at) => at % 97 === 5 ? 9_000_000 + at : id)],
  ['most of which are missing', 1, rising(2).map((id, at) => at % 500 === 3 ? id : 0)],
  ['of which there is one', 1, Int32Array.of(HIGHEST)]
]

t.test('ids of values are what was set, in as few bytes as they allow', async (t) => {
  for (const [name, bytes, given] of LISTS) {
    const ids = given.slice()
    let list = ValueIds.from(ids)
    t.equal(list.state.steps.BYTES_PER_ELEMENT, bytes, `ids ${name} take so many bytes each`)
    const read = (): number[] => Array.from(ids, (id, position) => id === 0 ? 0 : list.at(position))
    t.same(read(), [...ids], `ids ${name}`)
    for (let round = 0; round < 3; round++) {
      for (let write = 0; write < 400; write++) {
        const position = roll(ids.length)
        const id = roll(2) === 0 ? 1 + roll(HIGHEST) : Math.max(1, ids[position]! + roll(400) - 200)
        ids[position] = Math.min(id, HIGHEST)
        list.set(position, ids[position]!)
      }
      t.same(read(), [...ids], `ids ${name}, when some were written`)
      list = ValueIds.of(structuredClone(list.state))
    }
    t.same(read(), [...ids], `ids ${name}, stored`)
  }
})

t.test('ids that come where there was none begin a line of their own', async (t) => {
  const list = ValueIds.from(new Int32Array(LENGTH))
  const ids = rising(3)
  for (const position of positions) if (ids[position] !== 0) list.set(position, ids[position]!)
  t.same(Array.from(ids, (id, position) => id === 0 ? 0 : list.at(position)), [...ids])
  t.equal(list.state.far.size, 0, 'none is kept by itself')
})

t.test('values of a place begin where they were put, however many a place has', async (t) => {
  for (const [most, bytes] of [[3, 1], [200, 2], [60_000, 4]] as const) {
    let next = 0
    const begins = Int32Array.from(positions, () => {
      const begin = next
      next += roll(4) === 0 ? roll(most) : 0
      return begin
    })
    const starts = Starts.from(begins)
    t.equal(starts.state.steps.BYTES_PER_ELEMENT, bytes, `up to ${most}: so many bytes for a place`)
    for (const list of [starts, Starts.of(structuredClone(starts.state))]) {
      t.same(positions.map((place) => list.at(place)), [...begins], `up to ${most}`)
    }
  }
})

t.test('numbers of groups are what was set, also when they become greater than there was room for', async (t) => {
  for (const first of [3, 0xff, 0xffff]) {
    const groups = new Array<number>(LENGTH).fill(0)
    let list = GroupNumbers.ofLength(LENGTH, first)
    for (const [greatest, bytes] of [[0xff, 1], [0xffff, 2], [0xffffff, 3], [HIGHEST, 4]] as const) {
      if (greatest < first) continue
      for (let write = 0; write < LENGTH / 2; write++) {
        const position = roll(LENGTH)
        groups[position] = roll(greatest)
        list.set(position, groups[position]!)
      }
      groups[7] = greatest
      list.set(7, greatest)
      t.same(positions.map((position) => list.at(position)), groups, `up to ${greatest}, at first ${first}`)
      t.equal(list.bytes, bytes * LENGTH, `up to ${greatest}: bytes`)
      list = GroupNumbers.of(structuredClone(list.state))
    }
  }
})

t.test('groups of one value have a class besides, for which other groups make room', async (t) => {
  for (const most of [SINGLE, 90, 400, 70_000]) {
    const groups = positions.map(() => roll(3) === 0 ? SINGLE : roll(most + 1))
    let list = GroupNumbers.ofLength(LENGTH, most)
    for (const position of positions) list.set(position, groups[position]!)
    for (const round of [1, 2]) {
      list.keepClasses()
      const classes = new Array<number>(LENGTH).fill(UNCLASSIFIED)
      for (const position of positions) {
        if (groups[position] !== SINGLE || roll(4) === 0) continue
        classes[position] = position === 5 ? CLASSES - 1 : roll(CLASSES)
        list.setClass(position, classes[position]!)
      }
      // What is written again is not classified any more.
      for (let write = 0; write < 100; write++) {
        const position = roll(LENGTH)
        groups[position] = [NONE, SINGLE, most][roll(3)]!
        list.set(position, groups[position]!)
        classes[position] = UNCLASSIFIED
      }
      list = GroupNumbers.of(structuredClone(list.state))
      t.same(positions.map((position) => list.at(position)), groups, `up to ${most}, round ${round}`)
      const { low, high, shift } = list.state
      const codes = positions.map((position) => (high?.[position] ?? 0) << 16 | low[position]!)
      t.same(codes.map((code) => groupOf(code, shift)), groups, 'codes say the same')
      t.same(codes.map((code, position) => groups[position] === SINGLE ? classOf(code) : UNCLASSIFIED), classes)
      t.equal(list.bytes, LENGTH * (most < FIRST_GROUP ? 1 : most > 0xffff ? 3 : 2), 'classes take a byte at the most')
    }
  }
})

t.test('columns count what there is, one resource after the other, and the classes of groups of one value', async (t) => {
  const END = 300
  let id = 0
  const builder = new ColumnBuilder(false)
  for (let resource = 1; resource < END; resource++) {
    for (let value = roll(5); value > 0; value--) {
      id += 1 + roll(3)
      const key = roll(2) === 0 ? `t${id}` : `t-${roll(40)}`
      builder.add([[resource, id, roll(5) === 0 ? PRIVATE : 0, key]])
    }
  }
  const column = builder.column(END)
  const resources = Int32Array.from({ length: END - 1 }, (_, at) => at + 1).filter(() => roll(3) > 0)
  const isCounted = new Set(resources)
  const counted = {
    resources,
    has: (resource: number) => isCounted.has(resource),
    seesPrivate: (resource: number) => resource % 3 === 0
  }
  const labelClass = new Map<number, number>()
  const compare = (): void => {
    const counts = new Array<number>(column.groupCount).fill(0)
    const byClass = new Array<number>(CLASSES).fill(0)
    for (const resource of resources) {
      const entries = column.entriesOf(resource).filter(({ flags }) => flags === 0 || counted.seesPrivate(resource))
      for (const { group, id } of entries) {
        if (group !== SINGLE) continue
        counts[SINGLE]!++
        byClass[labelClass.get(id) ?? UNCLASSIFIED]!++
      }
      for (const group of new Set(entries.map(({ group }) => group))) if (group !== SINGLE) counts[group]!++
    }
    t.same([...column.count(counted)], counts)
    if (column.classes !== undefined) t.same([...column.singlesByClass(counted)], byClass)
  }
  compare()
  column.keepClasses(['b', 'c', 'd'])
  for (let resource = 1; resource < END; resource++) {
    for (const { group, id } of column.entriesOf(resource)) {
      if (group !== SINGLE || roll(5) === 0) continue
      const key = 'abcde'[roll(5)]!
      column.classify(resource, id, group, key)
      labelClass.set(id, column.classes!.classOf(key))
    }
  }
  compare()
  for (let write = 0; write < 200; write++) {
    const [resource, other] = [1 + roll(END - 1), 1 + roll(END - 1)]
    for (const { id } of column.entriesOf(resource)) labelClass.delete(id)
    column.replace(resource, column.entriesOf(other).map((entry) => ({ ...entry, id: ++id })))
    for (const { group, id } of column.entriesOf(resource)) {
      if (group !== SINGLE || roll(2) === 0) continue
      column.classify(resource, id, group, 'c')
      labelClass.set(id, column.classes!.classOf('c'))
    }
    if (write % 20 === 0) compare()
  }
  t.ok(column.extraValues > 0, 'also where there is no room for what was written')
  compare()
})

t.test('flags of values, and bits, are what was set last', async (t) => {
  const flags = new Array<number>(LENGTH).fill(0)
  let list = ValueFlags.ofLength(LENGTH)
  t.equal(list.bytes, 0, 'flags that no value has take no memory')
  for (const any of [[0, BLANK], [0, PRIVATE, BLANK, PRIVATE | BLANK], [0]]) {
    for (let write = 0; write < LENGTH; write++) {
      const position = roll(LENGTH)
      flags[position] = any[roll(any.length)]!
      list.set(position, flags[position]!)
    }
    t.same(positions.map((position) => list.at(position)), flags)
    list = ValueFlags.of(structuredClone(list.state))
    t.same(positions.map((position) => list.privates?.has(position) === true ? PRIVATE : 0),
      flags.map((flag) => flag & PRIVATE))
  }
  const numbers = new Set<number>()
  let bits = new Bits()
  for (let write = 0; write < 2000; write++) {
    const number = roll(write)
    if (roll(3) === 0) {
      numbers.delete(number)
      bits.delete(number)
    } else {
      numbers.add(number)
      bits.add(number)
    }
  }
  for (const part of [bits, bits = new Bits(structuredClone(bits.array))]) {
    t.equal(part.size, numbers.size)
    t.same(positions.filter((number) => part.has(number)), [...numbers].sort((a, b) => a - b))
  }
})
