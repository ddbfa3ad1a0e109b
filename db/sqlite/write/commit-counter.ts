import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Where the index of the write-ahead log counts transactions: its third word, in the byte order of the machine. */
const COUNTER = 2

/**
 * Files that are open, by their paths. They stay open, because to close one would take away the locks that SQLite holds
 * on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, { descriptor: number, inode: number }>()

/**
 * Returns a function that tells how many transactions of all processes have written to a database, modulo 2^32; it
 * begins anew when SQLite recovers the log. SQLite counts them beside the database
 * (https://www.sqlite.org/walformat.html#the_wal_index_header, `iChange`). Unlike `PRAGMA data_version`, it tells how
 * many there were.
 *
 * @param file a database that this process has open in WAL mode.
 */
export function commitCounterOf (file: string): () => number {
  const descriptor = open(`${file}-shm`)
  const words = new Uint32Array(COUNTER + 1)
  const bytes = new Uint8Array(words.buffer)
  return () => {
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return words[COUNTER]!
  }
}

function open (index: string): number {
  const { ino: inode } = statSync(index)
  const present = opened.get(index)
  if (present?.inode === inode) return present.descriptor
  // SQLite has removed that file together with the last connection, and so nobody has locks on it.
  if (present !== undefined) closeSync(present.descriptor)
  const descriptor = openSync(index, 'r')
  opened.set(index, { descriptor, inode: fstatSync(descriptor).ino })
  return descriptor
}
