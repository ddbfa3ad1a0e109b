import { closeSync, openSync, statSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from './explain.js'

/** Ids of a user account of the operating system. */
interface Owner { uid: number, gid: number }

/**
 * If root runs the command, switches the process to the owner of the data folder before anything is written: the server
 * runs as that user, and could neither read nor write files that root creates. Does nothing for other users, or if the
 * folder does not exist yet.
 *
 * @throws CommandError if the process cannot switch to these ids, or that user cannot read the program.
 */
export function workAsOwner (folder: string): void {
  const other = otherOwnerOf(folder)
  if (other === undefined) return
  const { uid, gid } = other
  try {
    takeGroups(other)
    process.setegid!(gid)
    process.seteuid!(uid)
    // That user must be able to read the modules that are loaded from now on.
    closeSync(openSync(import.meta.filename, 'r'))
  } catch (error) {
    process.seteuid!(0)
    throw new CommandError(`${folder} belongs to the user with the id ${uid}, and you are root: what you write there, its ` +
      `server could not read. Vitrine cannot work as that user (${(error as Error).message}). Run the command as that ` +
      `user: runuser -u "$(id -un ${uid})" -- vitrine …`)
  }
  // Permanently, and also for child processes such as workers.
  process.seteuid!(0)
  process.setgid!(gid)
  process.setuid!(uid)
  owner = other
}

/** Explains a permission error to root if the command works as the owner of the data folder; otherwise empty. */
export function hintForRoot (error: unknown): string {
  if (owner === undefined || !['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
  return ` Run by root, this command works as the owner of the data folder, the user with the id ${owner.uid}. Choose a ` +
    'place that this user can reach, or give - for the standard input or output.'
}

/** The user to which `workAsOwner` has switched. */
let owner: Owner | undefined

/** The owner of a folder, if root runs this process and does not own the folder. */
function otherOwnerOf (folder: string): Owner | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const found = statSync(path.resolve(folder), { throwIfNoEntry: false })
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

/** Switches to the groups of a user. A user without a name, as in containers, has only its primary group. */
function takeGroups ({ uid, gid }: Owner): void {
  try {
    // @types/node does not declare `initgroups`.
    (process as unknown as { initgroups (user: number, group: number): void }).initgroups(uid, gid)
  } catch {
    process.setgroups!([gid])
  }
}
