import type { Terms } from '../../../../db/query/statements/terms.js'
import { namespacesInRdf } from '../../../core/answers/namespaces.js'
import { RDF } from '../../../core/rdf/terms.js'
import type { Xml } from '../../../core/answers/xml.js'
import type { Described } from './described.js'
import { qualifiedDublinCore, simpleDublinCore } from './dublin-core.js'
import { rdf } from './rdf.js'

/** A metadata format (OAI-PMH 2.0, 3.4). */
export interface MetadataFormat {
  schema: string
  namespace: string
  write: (resource: Described, terms: Terms) => Xml
}

/** All formats by prefix; every record is available in all of them. */
export const FORMATS: ReadonlyMap<string, MetadataFormat> = new Map<string, MetadataFormat>([
  ['oai_dc', {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: simpleDublinCore
  }],
  ['oai_qdc', {
    schema: 'http://worldcat.org/xmlschemas/qdc/1.0/qdc-1.0.xsd',
    namespace: 'http://worldcat.org/xmlschemas/qdc-1.0/',
    write: qualifiedDublinCore
  }],
  ['rdf', {
    schema: 'http://www.openarchives.org/OAI/2.0/rdf.xsd',
    namespace: RDF,
    write: (resource, { namespaces }) => rdf(resource, namespacesInRdf(namespaces))
  }]
])
