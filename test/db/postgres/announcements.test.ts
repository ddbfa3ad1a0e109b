import t from 'tap'
import { ChangeLog } from '../../../db/changes/change-log.js'
import { Announcements } from '../../../db/postgres/connection/announcements.js'
import { Servers } from '../../../db/postgres/connection/servers.js'

t.test('commits that cannot be read count as unknown even if they were looked for just before', async (t) => {
  const announcements = new Announcements(new Servers('postgres://127.0.0.1/none'), 0)
  const log = new ChangeLog(announcements)
  announcements.certainSince = performance.now()
  const { version } = log
  // Without a connection this fails in the same turn of the event loop.
  await announcements.catchUp()
  t.notOk(log.isUntouched(new Set([7]), version))
})
