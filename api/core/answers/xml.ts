/** A carriage return is escaped, because parsers would normalize it to a line feed. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Characters that XML 1.0 cannot represent, not even escaped (2.2). */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu

/**
 * A text as the content of an element or of an attribute in double quotes. Characters that XML cannot represent become
 * U+FFFD.
 */
export function escapedXml (text: string): string {
  return text.replace(NOT_IN_XML, '\ufffd').replace(/[&<>"\r]/g, (character) => ENTITIES[character]!)
}

/** XML as opposed to plain text. Only the `xml` tag creates it, so that no text becomes markup by mistake. */
export class Xml {
  private constructor (readonly text: string) {}

  static from (strings: TemplateStringsArray, parts: readonly Part[]): Xml {
    return new Xml(strings.reduce((text, string, i) => text + partText(parts[i - 1]) + string))
  }

  /** An element whose name or attributes the program chooses; attributes that are undefined are left out. */
  static element (name: string, attributes: Readonly<Record<string, string | undefined>>, content: Part = ''): Xml {
    const written = Object.entries(attributes)
      .map(([attribute, value]) => value === undefined ? '' : ` ${attribute}="${escapedXml(value)}"`)
    return new Xml(`<${name}${written.join('')}>${partText(content)}</${name}>`)
  }
}

/**
 * What a template may contain: texts and numbers, which are escaped, XML, and lists of these. Other values add
 * nothing.
 */
export type Part = Xml | string | number | undefined | readonly Part[]

/**
 * Template tag that escapes everything that is not XML. Attributes must be in double quotes. Characters that XML cannot
 * represent become U+FFFD.
 *
 * @example xml`<title lang="${language}">${title}</title>`
 */
export function xml (strings: TemplateStringsArray, ...parts: readonly Part[]): Xml {
  return Xml.from(strings, parts)
}

function partText (part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Xml) return part.text
  if (Array.isArray(part)) return (part as readonly Part[]).map(partText).join('')
  return escapedXml(String(part))
}
