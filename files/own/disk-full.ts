const DISK_FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Whether the system has refused a write because the disk is full, or a quota is exhausted. */
export function isDiskFull (error: unknown): boolean {
  return DISK_FULL_CODES.includes((error as Partial<NodeJS.ErrnoException> | undefined)?.code)
}
