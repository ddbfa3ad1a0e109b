import t from 'tap'
import { ChangeLog, EVERYTHING } from '../../../db/changes/change-log.js'
import { dice } from '../../dice.js'

/** More writes than are recorded one by one, and more ids than are known. */
const WRITES = 9000
const IDS = 60_000

t.test('nothing counts as untouched that a write has touched since, of few ids or of many', (t) => {
  const roll = dice(22)
  const log = new ChangeLog()
  /** The last version at which each id was touched, and everything. */
  const last = new Map<number, number>()
  let everything = 0
  let untouched = 0
  const some = (most: number): Set<number> => new Set(Array.from({ length: 1 + roll(most) }, () => 1 + roll(IDS)))
  for (let write = 0; write < WRITES; write++) {
    const touched = [...some(roll(50) === 0 ? 300 : 12)]
    if (roll(2000) === 0) {
      log.record(EVERYTHING)
      everything = log.version
    } else {
      log.record(touched)
      for (const id of touched) last.set(id, log.version)
    }
    const since = log.version - roll(roll(20) === 0 ? log.version + 1 : Math.min(40, log.version + 1))
    const ids = some([3, 30, 3000][roll(3)]!)
    const isUntouched = since >= everything && ![...ids].some((id) => (last.get(id) ?? 0) > since)
    if (!log.isUntouched(ids, since)) continue
    untouched++
    if (!isUntouched) t.fail(`write ${write}: ${ids.size} ids since ${log.version - since} writes`)
  }
  // Resources of writes that are no longer known count as touched; recent writes are known.
  t.ok(untouched > WRITES / 2, `${untouched} untouched`)
  const { version } = log
  log.record([5, -7])
  const asked = [[5], [-7], [7], [5, 6], [6, 8]]
  t.same(asked.map((ids) => log.isUntouched(new Set(ids), version)), [false, false, true, false, true])
  t.end()
})
