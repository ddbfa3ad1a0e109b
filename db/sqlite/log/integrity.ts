import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openFile } from '../connection/driver.js'
import { BUSY_TIMEOUT } from '../connection/busy-timeout.js'
import { loggedPages } from './write-ahead-log.js'

/** Maximal number of problems that are listed. */
const MOST = 20

/** How often a file that seems truncated is examined, and the pause in between in milliseconds. */
const LOOKS = 3
const PAUSE = 500

interface ForeignKeyViolation { table: string, rowid: number | null, parent: string }

/**
 * Problems of the database in a data folder, as sentences; none when there is no database yet. Read-only. Other
 * processes may be writing to it, but this one must not have it open: closing a file releases all locks that the
 * process holds on it, SQLite's too.
 */
export async function checkDatabase (folder: string): Promise<string[]> {
  const file = path.join(folder, 'vitrine.db')
  if (!existsSync(file) || statSync(file).size === 0) return []
  const cut = await whereCut(file)
  return [...(cut === undefined ? [] : [cut]), ...contentProblems(file)]
}

/**
 * Compares the size of the file with the number of pages in the database. SQLite itself notices missing pages at the
 * end only when it happens to read them.
 */
async function whereCut (file: string): Promise<string | undefined> {
  for (let look = 1; ; look++) {
    const { size, expected } = await sizesOf(file)
    if (size >= expected) return undefined
    // Another process may be copying its log into the file at this moment, the first page before the last.
    if (look === LOOKS) return `The file is cut: it has ${size} of ${expected} bytes.`
    await delay(PAUSE)
  }
}

/** `expected` is the end of the last page that must be in the file because it is not in the log. */
async function sizesOf (file: string): Promise<{ size: number, expected: number }> {
  const { size, pageSize, pageCount } = await headOf(file)
  const logged = await loggedPages(file)
  if (logged === undefined) return { size, expected: pageCount * pageSize }
  const missing = new Set<number>()
  for (let page = Math.floor(size / pageSize) + 1; page <= logged.pageCount; page++) {
    if (!logged.numbers.has(page)) missing.add(page)
  }
  return { size, expected: missing.size === 0 ? 0 : lastUsed(file, missing) * pageSize }
}

/**
 * The last page with any content among some pages in ascending order, 0 when there is none. A page that was allocated
 * and freed in one transaction is never written.
 */
function lastUsed (file: string, pages: ReadonlySet<number>): number {
  const inOrder = [...pages]
  const [first, final] = [inOrder[0]!, inOrder.at(-1)!]
  const driver = openFile(file, { readonly: true, timeout: BUSY_TIMEOUT })
  try {
    const used = driver.prepare('SELECT pageno FROM dbstat WHERE pageno >= ?').pluck().iterate(first)
    let last = 0
    for (const page of used as Iterable<number>) if (pages.has(page)) last = Math.max(last, page)
    return last
  } catch {
    // Unreadable pages count as used.
    return final
  } finally {
    driver.close()
  }
}

/** Reads the header of the file (https://www.sqlite.org/fileformat.html, 1.3). */
async function headOf (file: string): Promise<{ size: number, pageSize: number, pageCount: number }> {
  const handle = await open(file)
  try {
    const header = Buffer.alloc(100)
    await handle.read(header, 0, header.length, 0)
    const { size } = await handle.stat()
    const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
    // The number of pages is only valid if the last writer has updated it: then both change counters are equal.
    const isKnown = header.readUInt32BE(24) === header.readUInt32BE(92)
    return { size, pageSize, pageCount: isKnown ? header.readUInt32BE(28) : 0 }
  } finally {
    await handle.close()
  }
}

function contentProblems (file: string): string[] {
  let driver
  try {
    driver = openFile(file, { readonly: true, timeout: BUSY_TIMEOUT })
    const integrity = driver.prepare(`PRAGMA integrity_check(${MOST})`).pluck().all() as string[]
    const violations = driver.prepare(
      'SELECT * FROM pragma_foreign_key_check LIMIT ?'
    ).all(MOST) as ForeignKeyViolation[]
    return [
      ...integrity.filter((line) => line !== 'ok'),
      ...violations.map(
        ({ table, rowid, parent }) => `Row ${rowid ?? '?'} of ${table} points to a row of ${parent} that is not there.`
      )
    ]
  } catch (error) {
    return [(error as Error).message]
  } finally {
    driver?.close()
  }
}
