const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML as opposed to plain text. Only the `html` tag makes it, so that no text becomes markup by mistake. */
export class Html {
  private constructor (readonly text: string) {}

  static from (strings: TemplateStringsArray, parts: readonly Part[]): Html {
    return new Html(strings.reduce((text, string, i) => text + partText(parts[i - 1]) + string))
  }
}

/**
 * What a template may contain: texts and numbers, which are escaped, HTML, and lists of these. The rest gives nothing.
 */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Tag for HTML templates that escapes everything that is not HTML. Attributes must be quoted.
 *
 * @example html`<p title="${title}">${name}</p>`
 */
export function html (strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return Html.from(strings, parts)
}

function partText (part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return (part as readonly Part[]).map(partText).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
