import type { JsonLdDocument } from 'jsonld'
import { OMEKA, RDF } from './terms.js'

type Json = Record<string, unknown>
type Context = Record<string, string>

/** Members that hold whatever JSON somebody put there; as `rdf:JSON` it is kept whole and means nothing by accident. */
const FREE_JSON = ['o:args', 'o:data', 'o:ini', 'o:item_pool', 'o:layout_data', 'o:navigation']
const TYPED = Object.fromEntries(FREE_JSON.map((term) => [term, { '@id': term.replace('o:', OMEKA), '@type': '@json' }]))

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/
// eslint-disable-next-line no-control-regex
const NOT_IN_IRI = /[\u0000-\u0020<>"{}|\\^`]/g

/**
 * Makes one JSON-LD document, with its context inside, of a representation or a list of them. What jsonld would
 * refuse or drop is put right first: characters that no IRI holds are escaped, language tags that are none go, and
 * annotations of values become reified statements (RDF 1.1 has no other way in all four formats).
 */
export function documentOf (body: unknown, context: Context): JsonLdDocument {
  const resources = (Array.isArray(body) ? body : [body]).map((resource) => clean(resource) as Json)
  const statements: Json[] = []
  for (const resource of resources) addStatements(resource, resource['@id'], statements)
  return { '@context': { ...context, rdf: RDF, ...TYPED }, '@graph': [...resources, ...statements] } as JsonLdDocument
}

function clean (node: unknown): unknown {
  if (Array.isArray(node)) return node.map(clean)
  if (node === null || typeof node !== 'object') return node
  const out: Json = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '@context' || (key === '@language' && !LANGUAGE.test(String(value)))) continue
    if (key === '@id' && typeof value === 'string') out[key] = value.replace(NOT_IN_IRI, encodeURIComponent)
    else out[key] = FREE_JSON.includes(key) ? value : clean(value)
  }
  return out
}

/** Adds one rdf:Statement for every annotated value of a node; annotations may be annotated in turn. */
function addStatements (node: Json, subject: unknown, statements: Json[]): void {
  for (const [term, values] of Object.entries(node)) {
    if (!Array.isArray(values)) continue
    for (const value of values as Array<Json | null>) {
      const annotation = value?.['@annotation'] as Json | undefined
      if (annotation === undefined) continue
      const id = `_:statement${statements.length}`
      statements.push({
        '@id': id,
        '@type': 'rdf:Statement',
        'rdf:subject': { '@id': subject },
        'rdf:predicate': { '@id': term },
        'rdf:object': bare(value!),
        ...annotation
      })
      addStatements(annotation, id, statements)
    }
  }
}

/** A value without what is said about it. */
function bare ({ '@id': iri, '@value': text, '@language': language, '@type': datatype }: Json): Json {
  if (text === undefined) return { '@id': iri }
  return { '@value': text, ...language !== undefined && { '@language': language }, ...datatype !== undefined && { '@type': datatype } }
}
