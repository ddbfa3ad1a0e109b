/** Whether a place is the address of a database server rather than a data folder or file. */
export function isAddress (place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}
