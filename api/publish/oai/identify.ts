import { utcDate } from '../../core/answers/dates.js'
import { xml, type Xml } from '../../core/answers/xml.js'
import type { Settings } from '../../runtime/settings/settings.js'
import type { Identifiers, OaiRequest } from './request.js'

/** The specification of oai-identifier requires a domain name as the name of the repository. */
const DOMAIN = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/i

/** The response to Identify (OAI-PMH 2.0, 4.2). @param name of the collection. */
export async function identify (
  { base, now, headers, identifiers }: OaiRequest, name: string, { oaiEmail, compress }: Settings
): Promise<Xml> {
  const baseUrl = `${base}/oai`
  return xml`<Identify>
<repositoryName>${name}</repositoryName>
<baseURL>${baseUrl}</baseURL>
<protocolVersion>2.0</protocolVersion>
<adminEmail>${oaiEmail !== '' ? oaiEmail : usualAddress(baseUrl)}</adminEmail>
<earliestDatestamp>${utcDate(await headers.earliest() ?? now)}</earliestDatestamp>
<deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
${compress ? xml`<compression>gzip</compression>\n` : undefined}${DOMAIN.test(identifiers.namespace) ? scheme(identifiers) : undefined}</Identify>`
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
