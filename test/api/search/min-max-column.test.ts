import t from 'tap'
import { MinMaxColumn } from '../../../api/search/sets/min-max-column.js'
import { dice } from '../../dice.js'

const COMPARISONS = {
  '<': (key: number, than: number) => key < than,
  '<=': (key: number, than: number) => key <= than,
  '>': (key: number, than: number) => key > than,
  '>=': (key: number, than: number) => key >= than
}

const IDS = 5000

for (const [name, keyOf] of Object.entries({
  'few different keys': (roll: number) => roll % 300 - 150,
  'fractions, and ends that are open': (roll: number) =>
    roll % 50 === 0 ? Number.MAX_SAFE_INTEGER : roll % 50 === 1 ? -Number.MAX_SAFE_INTEGER : roll % 900 / 4,
  'keys all different': (roll: number) => roll
})) {
  for (const are of ['greatest', 'smallest'] as const) {
    t.test(`the ${are} keys compare as a list of all values does, after changes too: ${name}`, async (t) => {
      const roll = dice(are.length + name.length)
      const values = new Map<number, number[]>()
      const random = (least: number, most: number) => {
        const ids: number[] = []
        const keys: number[] = []
        for (let id = least; id <= most; id++) {
          const own = Array.from({ length: roll(3) }, () => keyOf(roll(2 ** 30)))
          values.set(id, own)
          for (const key of own) {
            ids.push(id)
            keys.push(key)
          }
        }
        return { ids, keys }
      }
      const first = random(1, IDS)
      let kept = MinMaxColumn.of({ are }, first.ids, first.keys)
      for (let round = 0; round < 8; round++) {
        // One round brings more different keys than can be counted by two bytes.
        const from = 1 + roll(IDS)
        const to = round === 5 ? from + 70_000 : from + roll(200)
        const touched = Array.from({ length: to - from + 1 }, (_, at) => from + at)
        const { ids, keys } = random(from, to)
        kept = kept.changed(touched, ids, keys)
        for (const [is, holds] of Object.entries(COMPARISONS)) {
          // With the greatest it is decided whether any value is greater.
          if (is.startsWith('<') !== (are === 'smallest')) continue
          const than = keyOf(roll(2 ** 30))
          const expected = [...values].filter(([, own]) => own.some((key) => holds(key, than))).map(([id]) => id)
          const found = [...kept.compared(is as keyof typeof COMPARISONS, than).toArray()]
          t.ok(found.length === expected.length && !expected.some((id, at) => id !== found[at]), `${is} ${than}`)
        }
      }
    })
  }
}
