import type { DataType } from './data-type.js'
import { shownText, trimAddress } from '../core/calls/given.js'

/** Whether a text is shown: the reference application omits empty ones and "0" (docs/contract/values.md §3). */
const shown = (text: string | null): boolean => text !== null && text !== '' && text !== '0'

const isScript = (address: string): boolean => address.startsWith('javascript:')

/** The address that a text is, without blanks at its ends; undefined for what cannot be a value of this type. */
export function addressIn (text: string | null): string | undefined {
  const address = trimAddress(text ?? '')
  return address === '' || isScript(address) ? undefined : address
}

export const uri: DataType = {
  name: 'uri',
  label: 'URI',
  hydrate (input) {
    const { '@id': given } = input
    const id = typeof given === 'string' ? trimAddress(given) : ''
    if (id === '') return '"@id" must be an address that is not blank'
    if (isScript(id)) return '"@id" must not be a script'
    return { uri: id, text: shownText(input['o:label']), lang: shownText(input['o:lang']) }
  },
  represent ({ uri, text, lang }) {
    // Values written by earlier versions may have blanks at the ends.
    return { '@id': uri === null ? null : trimAddress(uri), ...(shown(text) && { 'o:label': text }), ...(shown(lang) && { 'o:lang': lang }) }
  }
}
