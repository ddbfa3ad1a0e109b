import type { Quad, Term } from './terms.js'

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One triple per line; like the reference, it writes every datatype. */
export function nTriples (quads: Quad[]): string {
  return quads
    .map(({ subject, predicate, object }) => `${term(subject)} ${term(predicate)} ${term(object)} .\n`)
    .join('')
}

function term ({ termType, value, language, datatype }: Term): string {
  if (termType === 'BlankNode') return `_:${value}`
  if (termType !== 'Literal') return `<${value}>`
  const text = `"${value.replace(/["\\\n\r\t]/g, (c) => ESCAPES[c]!)}"`
  return language ? `${text}@${language}` : `${text}^^<${datatype!.value}>`
}
