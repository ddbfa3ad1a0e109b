/** Codes of the system for files and folders that it does not let the program use, or that were removed. */
const AWAY_CODES: readonly unknown[] = ['EACCES', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'EPERM', 'EROFS', 'ESTALE']

/** Whether a file cannot be used because its folder is missing or read-only, its disk fails, or too many are open. */
export function isFolderAway (error: unknown): boolean {
  const { code, path } = error as Partial<NodeJS.ErrnoException>
  return path !== undefined && AWAY_CODES.includes(code)
}
