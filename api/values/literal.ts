import { isBlank, shownText } from '../core/calls/given.js'
import type { DataType } from './data-type.js'

export const literal: DataType = {
  name: 'literal',
  label: 'Text',
  hydrate (input) {
    const text = input['@value']
    if (typeof text !== 'string' || isBlank(text)) return '"@value" must be a text that is not blank'
    return { text, lang: shownText(input['@language']) }
  },
  represent ({ text, lang }) {
    return { '@value': text, ...(lang !== null && lang !== '' && lang !== '0' && { '@language': lang }) }
  }
}
