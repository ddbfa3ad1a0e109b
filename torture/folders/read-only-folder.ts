import { spawnSync } from 'node:child_process'
import { chmod, mkdir, cp } from 'node:fs/promises'
import path from 'node:path'
import { Server } from '../process/server.js'
import type { Prepared } from './prepared.js'

/** An account of the system without rights over anything. */
const NOBODY = 65_534

/** A folder that cannot be written is refused in a sentence: no stack trace, no half start. */
export async function readOnlyFolder ({ data, context: { folder, report } }: Prepared): Promise<void> {
  const isRoot = process.getuid?.() === 0
  // The user `nobody` must be able to enter the folder whose data it may not write.
  const reachable = path.join(folder, 'reachable')
  await mkdir(reachable)
  await cp(data, reachable, { recursive: true })
  spawnSync('chmod', ['-R', 'a-w,a+rX', reachable])
  for (let parent = reachable; parent.includes('vitrine-torture'); parent = path.dirname(parent)) {
    await chmod(parent, 0o755)
  }
  await chmod(reachable, 0o555)
  try {
    const server = Server.launch(reachable, isRoot ? { uid: NOBODY } : {})
    const code = await server.ended
    const log = server.log
    if (code === 0 || code === null) {
      report.fault(`read-only folder: the server ended with ${code}: ${log.slice(0, 800)}`)
    }
    if (/^\s+at /m.test(log) || log.trim() === '') {
      report.fault(`read-only folder: the server did not say what is wrong: ${log.slice(0, 800)}`)
    } else report.notes.push(`read-only folder: ${log.trim().split('\n').at(-1)}`)
  } finally {
    spawnSync('chmod', ['-R', 'u+w', reachable])
  }
}
