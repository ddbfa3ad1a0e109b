import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/**
 * Position of the transaction counter in the index of the write-ahead log: its third word, in the byte order of the
 * machine.
 */
const COUNTER_WORD = 2

/**
 * Open files by path. They stay open, because closing one would release the locks that SQLite has on it in this
 * process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, { descriptor: number, inode: number }>()

/**
 * Returns a function that reads the number of transactions by which any process has written to a database, modulo
 * 2^32; it restarts when SQLite recovers the log. SQLite counts them in the index of the write-ahead log
 * (https://www.sqlite.org/walformat.html#the_wal_index_header, `iChange`). `PRAGMA data_version` only says that there
 * were some, not how many.
 *
 * @param file a database that this process has open in WAL mode.
 */
export function commitCounterOf (file: string): () => number {
  const descriptor = open(`${file}-shm`)
  const words = new Uint32Array(COUNTER_WORD + 1)
  const bytes = new Uint8Array(words.buffer)
  return () => {
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return words[COUNTER_WORD]!
  }
}

function open (index: string): number {
  const { ino: inode } = statSync(index)
  const present = opened.get(index)
  if (present?.inode === inode) return present.descriptor
  // SQLite removed the old file together with the last connection to it, so no locks can be lost.
  if (present !== undefined) closeSync(present.descriptor)
  const descriptor = openSync(index, 'r')
  opened.set(index, { descriptor, inode: fstatSync(descriptor).ino })
  return descriptor
}
