import { stat, statfs } from 'node:fs/promises'
import { BackupError } from './backup-error.js'

/** Bytes that are to be left free on every disk. */
const RESERVE = 32 * 1024 * 1024

/** What is going to be written into a folder. */
export interface Need { folder: string, bytes: number }

/**
 * Refuses what does not fit on the disks, before anything is written.
 *
 * @throws BackupError
 */
export async function checkSpace (needs: readonly Need[]): Promise<void> {
  const disks = new Map<number, { folder: string, needed: number }>()
  for (const { folder, bytes } of needs) {
    const { dev } = await stat(folder)
    const disk = disks.get(dev)
    if (disk === undefined) disks.set(dev, { folder, needed: bytes })
    else disk.needed += bytes
  }
  for (const { folder, needed } of disks.values()) {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free < needed + RESERVE) {
      throw new BackupError(`${inWords(needed)} are needed in ${folder}, where ${inWords(free)} are free.`)
    }
  }
}

/** @example inWords(1_500_000) // '1.5 MB' */
export function inWords (bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)), units.length - 1)
  const number = bytes / 1000 ** unit
  return `${unit === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[unit]!}`
}
