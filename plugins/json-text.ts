import type { Query } from '../api/call.js'
import { BadRequestError } from '../api/errors.js'

const INDENT = '    '
const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

/** How JSON text is dressed: `pretty_print` and `callback` (contract/http.md §8). */
export interface Dress { pretty: boolean, callback: string | undefined }

/**
 * @throws BadRequestError when the callback is not the name of a JavaScript function: what is sent there would run.
 */
export function dressOf (query: Query): Dress | undefined {
  const pretty = 'pretty_print' in query
  const callback = query.callback === '' || query.callback === '0' ? undefined : query.callback
  if (callback !== undefined && (typeof callback !== 'string' || !CALLBACK.test(callback))) {
    throw new BadRequestError('The callback must be the name of a function.')
  }
  return pretty || callback !== undefined ? { pretty, callback } : undefined
}

export function dressed (json: string, { pretty, callback }: Dress): string {
  const text = pretty ? indented(json) : json
  return callback === undefined ? text : `${callback}(${text});`
}

/**
 * Compact JSON text, indented by four blanks a level. Works on the text, because parsing it would put keys that look
 * like numbers into another order.
 */
export function indented (json: string): string {
  let out = ''
  let margin = '\n'
  let from = 0
  for (let at = 0; at < json.length; at++) {
    const c = json[at]
    if (c === '"') {
      for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++
    } else if (c === '{' || c === '[') {
      if (json[at + 1] === '}' || json[at + 1] === ']') {
        at++
      } else {
        margin += INDENT
        out += json.slice(from, at + 1) + margin
        from = at + 1
      }
    } else if (c === '}' || c === ']') {
      margin = margin.slice(0, -INDENT.length)
      out += json.slice(from, at) + margin
      from = at
    } else if (c === ',') {
      out += json.slice(from, at + 1) + margin
      from = at + 1
    } else if (c === ':') {
      out += json.slice(from, at + 1) + ' '
      from = at + 1
    }
  }
  return out + json.slice(from)
}
