/** A value as the importer reads it. */
export type Value = Record<string, unknown>

export function literal (text: string): Value {
  return { type: 'literal', '@value': text }
}

/** A text in a language. */
export function english (text: string): Value {
  return { type: 'literal', '@value': text, '@language': 'en' }
}

/** A private value. */
export function confidential (text: string): Value {
  return { ...literal(text), is_public: false }
}

export function uri (address: string, label: string): Value {
  return { type: 'uri', '@id': address, 'o:label': label }
}

/** A link to the record with this label. */
export function link (label: string): Value {
  return { type: 'resource:item', value_resource_id: label }
}
