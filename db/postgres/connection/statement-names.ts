/** Statements that the server keeps prepared; others are planned each time. */
const MOST = 500

/** By their text: the same on all connections. */
const names = new Map<string, string>()

/** The name by which a statement is prepared that is run more than once; undefined: it is not. */
export function nameOf (text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < MOST) names.set(text, name = `s${names.size}`)
  return name
}
