import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { JSON_LD } from './parts/responses.js'
import type { MediaType, OpenApiDocument, Operation, Response } from './parts/types.js'

/** A request, and the answer of a real server to it. `npm run openapi` sends the requests and stores the answers. */
export interface Example {
  name: string
  summary: string
  /** Method and path of the operation that the example belongs to, or the name of the error response. */
  on: string
  /** Default: the method in `on`. */
  method?: string
  request: string
  headers?: Record<string, string>
  /** Sent with an API key. */
  key?: boolean
  /** Media type of the body. */
  type?: string
  body?: unknown
  /** A body that is not JSON. */
  text?: string
  status?: number
  mediaType?: string
  total?: number
  answer?: unknown
}

export const EXAMPLES_FILE = path.join(packageFolder, 'plugins', 'openapi', 'examples.json')

export function examples (): Example[] {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Example[]
}

export function methodOf ({ on, method }: Example): string {
  return method ?? on.slice(0, on.indexOf(' '))
}

/** The request as Markdown, without percent-encoding. */
function written (example: Example): string {
  return `\`${methodOf(example)} ${decodeURIComponent(example.request)}\``
}

/** Adds each example to its operation or error. */
export function addExamples (document: OpenApiDocument): void {
  for (const example of examples()) {
    const { on, name, summary, type, body, answer, status = 200, mediaType = JSON_LD } = example
    const [method = '', path = ''] = on.split(' ')
    const operation: Operation | undefined = document.paths[path]?.[method.toLowerCase()]
    const response = operation?.responses[status] ?? document.components.responses![on]
    const content = (response as Response | undefined)?.content?.[mediaType]
    if (content === undefined) throw new Error(`Nothing is described that the example "${name}" of ${on} could show.`)
    add(content, name, { summary, description: written(example), value: answer })
    if (operation?.requestBody !== undefined) {
      add(operation.requestBody.content[type!]!, name, { summary, value: body })
    }
  }
}

function add (media: MediaType, name: string, example: object): void {
  media.examples = { ...media.examples, [name]: example }
}

/** The examples of searches as a table of requests and results. */
export function searchTable (): string {
  const rows = examples().filter(({ on }) => on === 'GET /api/items').map((example) => {
    const query = decodeURIComponent(example.request.slice(example.request.indexOf('?') + 1)).replace(
      '&fields=o:id,o:title',
      ''
    )
    const found = Object.values(example.answer as object).map((entry: string | { 'o:title': string }) =>
      typeof entry === 'string' ? entry : entry['o:title']
    )
    return `| ${example.summary} | \`${query}\` | ${found.join('; ')} |`
  })
  return ['| | query | finds |', '| --- | --- | --- |', ...rows].join('\n')
}
