import { closeSync, openSync, statSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from './explain.js'

/** An account of the system, by its ids. */
interface Owner { uid: number, gid: number }

/**
 * Has a command that root runs work as the owner of the data folder, before it writes anything: the server, which is
 * another user, could neither read nor write what root makes beside it. Does nothing for anybody else, and where there
 * is no folder yet.
 *
 * @throws CommandError when these ids cannot be taken, or that user cannot read the program.
 */
export function workAsOwner (folder: string): void {
  const other = otherOwnerOf(folder)
  if (other === undefined) return
  const { uid, gid } = other
  try {
    takeGroups(other)
    process.setegid!(gid)
    process.seteuid!(uid)
    // What is loaded from now on, that user has to be able to read.
    closeSync(openSync(import.meta.filename, 'r'))
  } catch (error) {
    process.seteuid!(0)
    throw new CommandError(`${folder} belongs to the user with the id ${uid}, and you are root: what you write there, its ` +
      `server could not read. Vitrine cannot work as that user (${(error as Error).message}). Run the command as that ` +
      `user: runuser -u "$(id -un ${uid})" -- vitrine …`)
  }
  // For good, and for programs that are started, such as workers.
  process.seteuid!(0)
  process.setgid!(gid)
  process.setuid!(uid)
  owner = other
}

/** What root needs to know of a file that cannot be reached, if this command works as somebody else. */
export function hintForRoot (error: unknown): string {
  if (owner === undefined || !['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
  return ` Run by root, this command works as the owner of the data folder, the user with the id ${owner.uid}. Choose a ` +
    'place that this user can reach, or give - for the standard input or output.'
}

/** Whose ids root has taken. */
let owner: Owner | undefined

/** The owner of a folder, if this process is root's and the folder is not. */
function otherOwnerOf (folder: string): Owner | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const found = statSync(path.resolve(folder), { throwIfNoEntry: false })
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

/** Takes the groups of the user that the system knows; one without a name, as in containers, has only its own. */
function takeGroups ({ uid, gid }: Owner): void {
  try {
    // @types/node does not declare it.
    (process as unknown as { initgroups (user: number, group: number): void }).initgroups(uid, gid)
  } catch {
    process.setgroups!([gid])
  }
}
