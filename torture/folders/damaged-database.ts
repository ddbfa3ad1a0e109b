import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { itemWithFile } from '../http/form.js'
import { Session } from '../http/session.js'
import { runCommand } from '../process/command.js'
import { Server } from '../process/server.js'
import type { Random } from '../random.js'
import { serving, titled, type Prepared } from './prepared.js'

const ITEMS = 30
const QUESTIONS = [
  '/api/items?per_page=100',
  '/api/items?fulltext_search=amber',
  '/api/items?search=amber',
  '/api/media',
  '/api/properties?per_page=500'
]

/** Kinds of damage of a file, and whether `vitrine check` must notice each, whatever the bytes are. */
const DAMAGES: Array<{ name: string; isAlwaysNoticed: boolean; damage: (content: Buffer, random: Random) => Buffer }> =
  [
    {
      name: 'its last page cut off',
      isAlwaysNoticed: true,
      damage: (content) => content.subarray(0, content.length - 4096)
    },
    {
      name: 'half of its last page cut off',
      isAlwaysNoticed: true,
      damage: (content) => content.subarray(0, content.length - 2000)
    },
    { name: 'cut in two', isAlwaysNoticed: true, damage: (content) => content.subarray(0, content.length / 2) },
    { name: 'emptied', isAlwaysNoticed: true, damage: () => Buffer.alloc(0) },
    {
      name: 'its head overwritten',
      isAlwaysNoticed: true,
      damage: (content) => Buffer.concat([Buffer.alloc(100, 'x'), content.subarray(100)])
    },
    { name: 'pages overwritten', isAlwaysNoticed: true, damage: overwritePages },
    { name: 'bytes flipped', isAlwaysNoticed: false, damage: flipBytes }
  ]

/** A damaged database is refused, or served as far as possible; it neither crashes the server nor goes unnoticed. */
export async function damagedDatabase (prepared: Prepared): Promise<void> {
  const { data, context: { folder, report, random, scaled } } = prepared
  await serving(prepared, async (session) => {
    for (let at = 0; at < ITEMS; at++) {
      const media = [{ 'o:ingester': 'html', html: '<p>amber</p>' }]
      await session.json({
        method: 'POST',
        path: '/api/items',
        as: 'editor',
        json: { ...titled(`amber ${at}`), 'o:media': media }
      })
    }
    // A stored file without a row shows that the database has lost something.
    await session.json({
      method: 'POST',
      path: '/api/items',
      as: 'editor',
      ...itemWithFile(titled('basalt'), 'a.txt', Buffer.from('Words'))
    })
  })
  for (let round = 0; round < scaled(1, 8); round++) {
    for (const { name, damage, isAlwaysNoticed } of DAMAGES) {
      const copy = path.join(folder, `copy-${round}-${name.replaceAll(' ', '-')}`)
      await cp(data, copy, { recursive: true })
      const file = path.join(copy, 'vitrine.db')
      await writeFile(file, damage(await readFile(file), random))
      const checked = await runCommand('check', '--data', copy)
      const wrong = [
        checked.code === null ? 'vitrine check did not end' : undefined,
        isAlwaysNoticed && checked.code === 0
          ? `vitrine check finds nothing: ${checked.output.slice(0, 500)}`
          : undefined,
        /^\s+at /m.test(checked.output) ? `vitrine check crashes: ${checked.output.slice(0, 800)}` : undefined,
        await serve({ ...prepared, data: copy })
      ]
      for (const fault of wrong) if (fault !== undefined) report.fault(`a database with ${name}: ${fault}`)
      report.steps++
    }
  }
}

/** @returns the server's fault; undefined when it refuses or serves the database. */
async function serve ({ data, accounts, context: { report } }: Prepared): Promise<string | undefined> {
  const server = Server.launch(data)
  await Promise.race([server.ended, server.listening])
  if (!server.isAlive) {
    const code = await server.ended
    if (code !== 0 && code !== null && !/^\s+at /m.test(server.log)) return undefined
    return `the server ended with ${code}: ${server.log.slice(0, 1000)}`
  }
  const session = new Session(server.base, accounts, report)
  try {
    for (const question of QUESTIONS) {
      const { status, body } = await session.send({ path: question })
      if (status >= 500 && !body.toString().startsWith('{"errors"')) {
        return `GET ${question} was answered ${status} ${body.toString().slice(0, 300)}`
      }
    }
    return server.isAlive ? undefined : `the process ended: ${server.log.slice(-1000)}`
  } catch (error) {
    return `the server stopped answering (${(error as Error).message}): ${server.log.slice(-1000)}`
  } finally {
    session.close()
    await server.kill()
    report.kills++
  }
}

function overwritePages (content: Buffer, random: Random): Buffer {
  const copy = Buffer.from(content)
  const pages = copy.length / 4096
  // Every fourth page, so that some pages in use are among them.
  for (let page = 2 + random.below(4); page < pages; page += 4) {
    copy.fill(random.below(256), page * 4096, (page + 1) * 4096)
  }
  return copy
}

function flipBytes (content: Buffer, random: Random): Buffer {
  const copy = Buffer.from(content)
  for (let flip = 0; flip < 200; flip++) copy[100 + random.below(copy.length - 100)]! ^= 1 << random.below(8)
  return copy
}
