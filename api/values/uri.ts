import type { DataType } from './data-type.js'
import { isBlank, optionalText, trim } from './text.js'

/** Whether a text is shown: the reference leaves out empty ones and "0" (docs/contract/values.md §3). */
const shown = (text: string | null): boolean => text !== null && text !== '' && text !== '0'

export const uri: DataType = {
  name: 'uri',
  label: 'URI',
  hydrate (input) {
    const id = input['@id']
    if (typeof id !== 'string' || isBlank(id)) return '"@id" must be an address that is not blank'
    if (trim(id).startsWith('javascript:')) return '"@id" must not be a script'
    return { uri: id, text: optionalText(input['o:label']), lang: optionalText(input['o:lang']) }
  },
  represent ({ uri, text, lang }) {
    return { '@id': uri, ...(shown(text) && { 'o:label': text }), ...(shown(lang) && { 'o:lang': lang }) }
  }
}
