import { faultsOf, localName, parseXml, type Element } from './grammar.js'

/** Sends the arguments of a request, as a query or as a form. */
export type Send = (query: string, method: 'GET' | 'POST') => Promise<{
  statusCode: number, headers: Record<string, unknown>, body: string
}>

export interface Harvested {
  identifier: string
  datestamp: string
  sets: string[]
  isDeleted: boolean
  metadata: string
}

/** The reply to one request. */
export class Reply {
  constructor (readonly root: Element) {}

  /** Codes of the errors, in alphabetical order. */
  get errors (): string[] {
    return all(this.root, 'error').map(({ attributes }) => attributes.code!).sort()
  }

  /** Texts of all elements of the protocol with a name. */
  texts (name: string): string[] {
    return all(this.root, name).map(({ text }) => text)
  }

  elements (name: string): Element[] {
    return all(this.root, name)
  }
}

/**
 * A harvester that knows the protocol by its text alone, and accepts nothing that the text does not allow: it throws
 * whatever is wrong with a reply.
 */
export class Harvester {
  /** Date of the first response of the last list: what the next harvest is asked from. */
  date = ''
  readonly #send: Send
  readonly #baseUrl: string

  constructor (baseUrl: string, send: Send) {
    this.#baseUrl = baseUrl
    this.#send = send
  }

  /** @param query encoded arguments. */
  async ask (query: string, method: 'GET' | 'POST' = 'GET'): Promise<Reply> {
    const { statusCode, headers, body } = await this.#send(query, method)
    if (statusCode !== 200) throw new Error(`${query}: status ${statusCode}, ${body}`)
    if (headers['content-type'] !== 'text/xml; charset=utf-8') throw new Error(`${query}: ${String(headers['content-type'])}`)
    const root = parseXml(body)
    const faults = [...faultsOf(root), ...this.#requestFaults(root, new URLSearchParams(query))]
    if (faults.length > 0) throw new Error(`${query}: ${faults.join('; ')}\n${body}`)
    return new Reply(root)
  }

  /** A whole list, by its resumption tokens. */
  async * list (verb: 'ListRecords' | 'ListIdentifiers', args: Record<string, string>): AsyncGenerator<Harvested> {
    let query = new URLSearchParams({ verb, ...args })
    for (let cursor = 0, isFirst = true; ; isFirst = false) {
      const reply = await this.ask(String(query))
      if (isFirst) [this.date] = reply.texts('responseDate') as [string]
      if (isFirst && reply.errors.join() === 'noRecordsMatch') return
      if (reply.errors.length > 0) throw new Error(`${String(query)}: ${reply.errors.join()}`)
      const found = verb === 'ListRecords' ? reply.elements('record').map(recordOf) : reply.elements('header').map(headerOf)
      yield * found
      const [token] = reply.elements('resumptionToken')
      if (token?.attributes.cursor !== undefined && Number(token.attributes.cursor) !== cursor) {
        throw new Error(`The cursor is ${token.attributes.cursor} after ${cursor} entries.`)
      }
      cursor += found.length
      if (token === undefined || token.text === '') {
        if (isFirst && token !== undefined) throw new Error('A complete list has a resumptionToken.')
        if (!isFirst && token === undefined) throw new Error('The last part has no empty resumptionToken.')
        return
      }
      query = new URLSearchParams({ verb, resumptionToken: token.text })
    }
  }

  /** The element request repeats the arguments, but not when they are wrong (OAI-PMH 2.0, 3.2). */
  * #requestFaults (root: Element, args: URLSearchParams): Generator<string> {
    const { attributes, text } = all(root, 'request')[0]!
    if (text !== this.#baseUrl) yield `request is ${text}`
    const codes = all(root, 'error').map(({ attributes: { code } }) => code)
    const isWrong = codes.includes('badVerb') || codes.includes('badArgument')
    const expected = JSON.stringify(isWrong ? [] : [...args].sort())
    const repeated = JSON.stringify(Object.entries(attributes).sort())
    if (expected !== repeated) yield `request repeats ${repeated}`
  }
}

function all (element: Element, name: string): Element[] {
  return [...(localName(element) === name ? [element] : []), ...element.children.flatMap((child) => all(child, name))]
}

function headerOf (header: Element): Harvested {
  return {
    identifier: all(header, 'identifier')[0]!.text,
    datestamp: all(header, 'datestamp')[0]!.text,
    sets: all(header, 'setSpec').map(({ text }) => text).sort(),
    isDeleted: header.attributes.status === 'deleted',
    metadata: ''
  }
}

function recordOf (record: Element): Harvested {
  const header = headerOf(all(record, 'header')[0]!)
  const [metadata] = all(record, 'metadata')
  if (header.isDeleted !== (metadata === undefined)) throw new Error('A record has metadata unless it is deleted.')
  return { ...header, metadata: metadata === undefined ? '' : JSON.stringify(metadata.children) }
}
