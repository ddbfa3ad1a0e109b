/** Whether a place names a database by its address, and not a data folder or a file. */
export function isAddress (place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}
