/** A number for people: three digits at least, no more after the point than mean something. */
export function formatted (number: number): string {
  const digits = number >= 100 ? 0 : number >= 10 ? 1 : 2
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function megabytes (bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${formatted(bytes / 1e6)} MB`
}
