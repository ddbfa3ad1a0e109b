import type { Quad, Term } from './terms.js'

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One triple a line, every datatype written out as the reference does. */
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
