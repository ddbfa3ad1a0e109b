/** The name of a node of a graph; names of blank nodes begin with `_:`. */
export function nameOf ({ termType, value }: { termType: string, value: string }): string {
  return termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value
}

export function isBlank (name: string): boolean {
  return name.startsWith('_:')
}
