/** Maximum number of prepared statements; others are planned each time. */
const MAX_PREPARED = 500

/** Names by statement text; equal on all connections. */
const names = new Map<string, string>()

/** The name under which a repeated statement is prepared; undefined: it is not prepared. */
export function nameOf (text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_PREPARED) names.set(text, name = `s${names.size}`)
  return name
}
