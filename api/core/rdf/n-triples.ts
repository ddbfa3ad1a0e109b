import type { Quad, Term } from './terms.js'

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\u007f]/g

/** One triple per line; like the reference application, it writes every datatype. */
export function nTriples (quads: Quad[]): string {
  return quads.map((quad) => `${triple(quad)} .\n`).join('')
}

/** As N-Triples, with the name of the graph after each triple in a named graph. */
export function nQuads (quads: Quad[]): string {
  return quads.map((quad) => {
    const graph = quad.graph.termType === 'DefaultGraph' ? '' : ` ${term(quad.graph)}`
    return `${triple(quad)}${graph} .\n`
  }).join('')
}

function triple ({ subject, predicate, object }: Quad): string {
  return `${term(subject)} ${term(predicate)} ${term(object)}`
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
