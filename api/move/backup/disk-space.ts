import { statfs } from 'node:fs/promises'
import { BackupError } from './manifest.js'

const RESERVED_FREE_BYTES = 32 * 1024 * 1024

/** Fails if the disk of a folder has too little space for what is to be written there. @throws BackupError */
export async function checkSpace (folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < bytes + RESERVED_FREE_BYTES) {
    throw new BackupError(`${formatBytes(bytes)} are needed in ${folder}, where ${formatBytes(free)} are free.`)
  }
}

/** @example formatBytes(1_500_000) // '1.5 MB' */
export function formatBytes (bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)), units.length - 1)
  const number = bytes / 1000 ** unit
  return `${unit === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[unit]!}`
}
