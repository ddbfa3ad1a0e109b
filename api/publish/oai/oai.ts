import type { Services } from '../../resources/definition/services.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { utcDate } from '../../core/answers/dates.js'
import { xml, Xml } from '../../core/answers/xml.js'
import { readArguments, OaiError, type Arguments } from './arguments.js'
import { FORMATS } from './formats/formats.js'
import { Headers } from './headers.js'
import { identify } from './identify.js'
import { Identifiers, type OaiRequest } from './request.js'
import { listRecords, listSets } from './lists.js'
import { formatOf, headerOf, noSuchRecord, writeRecords } from './records.js'

/**
 * Response dates are set back by this. A change gets its time just before its commit: a harvester that continues from
 * a response's date must not miss a change that had its time by then, but was not yet visible.
 */
const RESPONSE_DATE_MARGIN_SECONDS = 30

interface OaiCall {
  /** Scheme, host and path of the installation. */
  base: string
  /** Decoded names and values of the arguments, in their order. */
  given: Iterable<readonly [name: string, value: string]>
}

/**
 * The Open Archives Initiative Protocol for Metadata Harvesting, version 2.0. Records are the public items; deleted or
 * hidden items stay as deleted records. Item sets are the protocol's sets.
 */
export class Oai {
  constructor (private readonly services: Services, private readonly settings: Settings) {}

  /** The response document, also for an invalid request. */
  async answer ({ base, given }: OaiCall): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    let args: Arguments | undefined
    let content: Xml | readonly Xml[]
    try {
      args = readArguments(given)
      content = await this.#content(args, base, now)
    } catch (error) {
      if (!(error instanceof OaiError)) throw error
      // Invalid arguments are not repeated in the response (OAI-PMH 2.0, 3.2).
      if (error.problems.some(({ code }) => code === 'badVerb' || code === 'badArgument')) args = undefined
      content = error.problems.map(({ code, message }) => xml`<error code="${code}">${message}</error>`)
    }
    return documentOf(
      utcDate(now - RESPONSE_DATE_MARGIN_SECONDS), Xml.element('request', { ...args }, `${base}/oai`), content
    ).text
  }

  async #content (args: Arguments, base: string, now: number): Promise<Xml> {
    const context = await this.services.readingNewest(ANONYMOUS_VIEWER)
    const headers = new Headers(context.database)
    const identifiers = new Identifiers(this.settings.oaiNamespace, base)
    const request: OaiRequest = { args, base, hasPages: this.settings.explore, now, context, headers, identifiers }
    switch (args.verb) {
      case 'Identify': return await identify(request, await this.services.collectionSettings.get('title'), this.settings)
      case 'ListMetadataFormats': {
        if (args.identifier !== undefined) await headerOf(args.identifier, request)
        return xml`<ListMetadataFormats>${[...FORMATS].map(([prefix, { schema, namespace }]) => xml`<metadataFormat>
<metadataPrefix>${prefix}</metadataPrefix><schema>${schema}</schema><metadataNamespace>${namespace}</metadataNamespace>
</metadataFormat>`)}</ListMetadataFormats>`
      }
      case 'ListSets': return await listSets(request)
      case 'GetRecord': {
        const format = formatOf(args.metadataPrefix!)
        const header = await headerOf(args.identifier!, request)
        const { records: [record] } = await writeRecords([header], format, request)
        // The item was hidden between the two reads.
        if (record === undefined) throw noSuchRecord()
        return xml`<GetRecord>${record}</GetRecord>`
      }
      case 'ListIdentifiers':
      case 'ListRecords': return await listRecords(request)
    }
  }
}

function documentOf (date: string, request: Xml, content: Xml | readonly Xml[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
<responseDate>${date}</responseDate>
${request}
${content}
</OAI-PMH>
`
}
