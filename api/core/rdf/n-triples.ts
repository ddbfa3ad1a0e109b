import type { Quad, Term } from './terms.js'

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\u007f]/g

/**
 * One statement per line: N-Triples, or N-Quads if there are named graphs. Like the reference application, it writes
 * every datatype.
 */
export function statementLines (quads: Quad[]): string {
  return quads.map(({ subject, predicate, object, graph }) => {
    const name = graph.termType === 'DefaultGraph' ? '' : ` ${term(graph)}`
    return `${term(subject)} ${term(predicate)} ${term(object)}${name} .\n`
  }).join('')
}

function term ({ termType, value, language, datatype }: Term): string {
  if (termType === 'BlankNode') return `_:${value}`
  if (termType !== 'Literal') return `<${value}>`
  const text = `"${value.replace(ESCAPED, escaped)}"`
  return language ? `${text}@${language}` : `${text}^^<${datatype!.value}>`
}

function escaped (character: string): string {
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
