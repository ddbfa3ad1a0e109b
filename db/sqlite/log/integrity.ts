import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BUSY_TIMEOUT_MS, openFile } from '../connection/driver.js'
import { loggedPages } from './write-ahead-log.js'

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 20

/** How often a file that seems truncated is checked, and the pause between checks in milliseconds. */
const MAX_CHECKS = 3
const PAUSE_MS = 500

interface ForeignKeyViolation { table: string, rowid: number | null, parent: string }

/**
 * Lists problems of the database in a data folder, as sentences; none if there is no database yet. Read-only. Other
 * processes may write to it, but this one must not have it open: closing a file releases all locks of the process on
 * it, including SQLite's.
 */
export async function checkDatabase (folder: string): Promise<string[]> {
  const file = path.join(folder, 'vitrine.db')
  if (!existsSync(file) || statSync(file).size === 0) return []
  const cut = await whereCut(file)
  return [...(cut === undefined ? [] : [cut]), ...contentProblems(file)]
}

/**
 * Compares the size of the file with the number of pages in the database. SQLite itself notices missing pages at the
 * end only if it happens to read them.
 */
async function whereCut (file: string): Promise<string | undefined> {
  for (let check = 1; ; check++) {
    const { size, expected } = await sizesOf(file)
    if (size >= expected) return undefined
    // Another process may be copying its log into the file at this moment, the first page before the last.
    if (check === MAX_CHECKS) return `The file is cut: it has ${size} of ${expected} bytes.`
    await delay(PAUSE_MS)
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
 * The last page in use among the given pages, which are in ascending order; 0: none. A page that was allocated and
 * freed in one transaction is never written.
 */
function lastUsed (file: string, pages: ReadonlySet<number>): number {
  const inOrder = [...pages]
  const [first, final] = [inOrder[0]!, inOrder.at(-1)!]
  const driver = openFile(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
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
    driver = openFile(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    const integrity = driver.prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`).pluck().all() as string[]
    const violations = driver.prepare(
      'SELECT * FROM pragma_foreign_key_check LIMIT ?'
    ).all(MAX_PROBLEMS) as ForeignKeyViolation[]
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
