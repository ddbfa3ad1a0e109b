import { ApiError, messagesOf } from '../../api/core/calls/errors.js'
import { NoCollectionError } from '../../db/engine/data-folder.js'
import { flagName } from '../settings/setting-option.js'

/** A command failed for a reason that the user can fix. The message is a sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const WITHOUT_COLLECTION = 'Is its disk mounted, and is this the right place (--data, VITRINE_DATA)? ' +
  '"vitrine serve" begins a new collection, unless the setting mustExist (VITRINE_MUST_EXIST) forbids it.'

/** Meanings of error codes of the operating system and of SQLite. */
const MEANINGS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'a file was expected, not a folder',
  ENOSPC: 'the disk is full',
  SQLITE_BUSY: 'the database is busy; another program has been writing to it for too long',
  SQLITE_CANTOPEN: 'the database file cannot be opened',
  SQLITE_CORRUPT: 'the database file is damaged',
  SQLITE_FULL: 'the disk is full',
  SQLITE_NOTADB: 'vitrine.db is not a database',
  SQLITE_READONLY: 'the database file cannot be written'
}

/** Flags that are not named like the options of the programmatic API that they set. */
const FLAGS: Readonly<Record<string, string>> = { hasQuotes: '--no-quotes', moveAside: '--force', replace: '--overwrite' }

/** A message of the programmatic API with flags instead of its options. @example inFlags('… (option updateBy)') */
export function inFlags (message: string): string {
  return message.replace(/\(option (\w+)\)/g, (_, name: string) => `(${FLAGS[name] ?? flagName(name)})`)
}

/** The error in one line; with `VITRINE_LOG_LEVEL=debug` or `trace`, followed by the stack. */
export function explain (error: unknown): string {
  if (error instanceof ApiError) return messagesOf(error.errors).join('; ')
  if (!(error instanceof Error)) return String(error)
  if (error instanceof NoCollectionError) return `${error.message} ${WITHOUT_COLLECTION}`
  const { code = '', path } = error as NodeJS.ErrnoException
  const meaning = MEANINGS[code] ?? MEANINGS[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')]
  const subject = path === undefined ? '' : `${path}: `
  const line = meaning === undefined ? inFlags(error.message.split('\n')[0]!) : `${subject}${meaning}.`
  const isTraced = /^(debug|trace)$/.test(process.env.VITRINE_LOG_LEVEL ?? '')
  return isTraced && error.stack !== undefined ? `${line}\n${error.stack}` : line
}
