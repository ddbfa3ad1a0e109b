/** Whether the database failed (because of a full disk, for example) rather than the document. */
export function isOfDatabase (error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_') && code !== 'SQLITE_TOOBIG'
}
