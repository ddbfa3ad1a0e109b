import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { itemWithFile } from '../http/form.js'
import type { Session } from '../http/session.js'
import { checkFolder } from '../process/command.js'
import type { ServeOptions } from '../process/server.js'
import { serving, titled, type Prepared } from './prepared.js'

const SIZE = 16 * 2 ** 20

/** Kilobytes for `ulimit -f` where no small disk can be made: no file of the process grows beyond it. */
const LARGEST_FILE = 8 * 1024

const MAX_WRITES = 400

/** On a full disk writes are refused, reads and searches go on, and once there is space again so do writes. */
export async function fullDisk (prepared: Prepared): Promise<void> {
  const { context: { folder, report } } = prepared
  const disk = path.join(folder, 'disk')
  await mkdir(disk)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]).status === 0
  if (!isMounted) {
    report.notes.push('full disk: no tmpfs can be mounted here, so the size of files was limited instead')
    // When the signal is ignored, the system call fails instead, as on a full disk.
    await fill(prepared, { shell: `trap '' XFSZ; ulimit -f ${LARGEST_FILE}` })
    return
  }
  try {
    const data = path.join(disk, 'data')
    await cp(prepared.data, data, { recursive: true })
    await fill({ ...prepared, data }, {}, path.join(disk, 'ballast'))
    const unsound = await checkFolder(data)
    if (unsound !== undefined) report.fault(`full disk: ${unsound}`)
  } finally {
    spawnSync('umount', ['-l', disk])
  }
}

/** @param ballast a file whose removal frees space. */
async function fill (prepared: Prepared, options: ServeOptions, ballast?: string): Promise<void> {
  const { context: { report } } = prepared
  if (ballast !== undefined) await writeFile(ballast, Buffer.alloc(SIZE / 4))
  await serving(
    prepared,
    async (session, server) => {
      const kept = await session.json({ method: 'POST', path: '/api/items', as: 'editor', json: titled('amber') })
      const refused = await writeUntilRefused(session)
      if (refused === undefined) return report.fault('full disk: it was never full')
      report.notes.push(`full disk: writes were refused with ${refused.status}`)
      if (!refused.text.startsWith('{"errors"')) {
        report.fault(`full disk: a write was answered ${refused.status} ${refused.text.slice(0, 300)}`)
      }
      for (const question of [
        `/api/items/${kept['o:id']}`,
        '/api/items?fulltext_search=amber',
        '/api/items?search=amber',
        '/api/items/facets?facets=dcterms:title'
      ]) {
        const { status, body } = await session.send({ path: question })
        if (status !== 200) {
          report.fault(`full disk: GET ${question} is answered ${status} ${body.toString().slice(0, 300)}`)
        }
      }
      if (!server.isAlive) report.fault(`full disk: the process ended: ${server.log.slice(-1000)}`)
      if (ballast === undefined) return
      await rm(ballast)
      const again = await session.send({ method: 'POST', path: '/api/items', as: 'editor', json: titled('basalt') })
      if (again.status !== 200) {
        report.fault(
          `full disk: with space again a write is answered ${again.status} ${again.body.toString().slice(0, 300)}`
        )
      }
    },
    { ...options, mayLogErrors: true }
  )
}

async function writeUntilRefused (session: Session): Promise<{ status: number, text: string } | undefined> {
  for (let at = 0; at < MAX_WRITES; at++) {
    const wanted = at % 2 === 0
      ? { json: titled(`${at} ${'x'.repeat(100_000)}`) }
      : itemWithFile(titled(String(at)), 'a.txt', Buffer.from('words '.repeat(30_000)))
    const { status, body } = await session.send({ method: 'POST', path: '/api/items', as: 'editor', ...wanted })
    if (status !== 200) return { status, text: body.toString() }
  }
  return undefined
}
