import { stat, statfs } from 'node:fs/promises'
import { BackupError } from './backup-error.js'

const RESERVED_FREE_BYTES = 32 * 1024 * 1024

/** Bytes that will be written into a folder. */
export interface Need { folder: string, bytes: number }

/** Fails before anything is written if the disks have too little space. @throws BackupError */
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
    if (free < needed + RESERVED_FREE_BYTES) {
      throw new BackupError(`${formatBytes(needed)} are needed in ${folder}, where ${formatBytes(free)} are free.`)
    }
  }
}

/** @example formatBytes(1_500_000) // '1.5 MB' */
export function formatBytes (bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)), units.length - 1)
  const number = bytes / 1000 ** unit
  return `${unit === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[unit]!}`
}
