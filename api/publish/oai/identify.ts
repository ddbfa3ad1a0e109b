import { utcDate } from '../../core/answers/dates.js'
import { toId } from '../../core/text/numbers.js'
import { xml, type Xml } from '../../core/answers/xml.js'

/** The specification of oai-identifier requires a domain name as the name of the repository. */
const DOMAIN = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/i

/** Record identifiers, `oai:example.org:items/1`. */
export class Identifiers {
  /** The name of the repository, part of all identifiers. */
  readonly namespace: string
  readonly #begin: string

  /**
   * @param namespace the setting; empty: the host.
   * @param base URL of the installation.
   */
  constructor (namespace: string, base: string) {
    this.namespace = namespace !== '' ? namespace : new URL(base).hostname.replaceAll(/[^\w.-]/g, '-')
    this.#begin = `oai:${this.namespace}:items/`
  }

  /** Whether the identifiers conform to the oai scheme, which requires a domain name. */
  get areOfScheme (): boolean {
    return DOMAIN.test(this.namespace)
  }

  of (id: number): string {
    return this.#begin + id
  }

  /** The id of an item; undefined when the identifier is not one of an item. */
  idIn (identifier: string): number | undefined {
    if (!identifier.startsWith(this.#begin)) return undefined
    const id = toId(identifier.slice(this.#begin.length))
    return id !== undefined && this.of(id) === identifier ? id : undefined
  }
}

interface Repository {
  name: string
  baseUrl: string
  /** E-mail address of the administrator; empty: `webmaster` of the host. */
  email: string
  /** Seconds since 1970; no record has an earlier datestamp. */
  earliest: number
  identifiers: Identifiers
  /** Whether responses are compressed for harvesters that accept it. */
  compresses: boolean
}

/** The response to Identify (OAI-PMH 2.0, 4.2). */
export function identify ({ name, baseUrl, email, earliest, identifiers, compresses }: Repository): Xml {
  return xml`<Identify>
<repositoryName>${name}</repositoryName>
<baseURL>${baseUrl}</baseURL>
<protocolVersion>2.0</protocolVersion>
<adminEmail>${email !== '' ? email : usualAddress(baseUrl)}</adminEmail>
<earliestDatestamp>${utcDate(earliest)}</earliestDatestamp>
<deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
${compresses ? xml`<compression>gzip</compression>\n` : undefined}${identifiers.areOfScheme ? scheme(identifiers) : undefined}</Identify>`
}

/** The structure of identifiers (guidelines for an XML schema of the OAI identifier format). */
function scheme (identifiers: Identifiers): Xml {
  return xml`<description>
<oai-identifier xmlns="http://www.openarchives.org/OAI/2.0/oai-identifier"
  xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai-identifier http://www.openarchives.org/OAI/2.0/oai-identifier.xsd">
<scheme>oai</scheme>
<repositoryIdentifier>${identifiers.namespace}</repositoryIdentifier>
<delimiter>:</delimiter>
<sampleIdentifier>${identifiers.of(1)}</sampleIdentifier>
</oai-identifier>
</description>
`
}

/** RFC 2142, 5 reserves `webmaster` for every web server. A host without a domain name has no mail. */
function usualAddress (baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return `webmaster@${/\.[a-z]{2,}$/i.test(hostname) ? hostname : 'example.org'}`
}
