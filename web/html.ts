const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML as opposed to plain text. Only this file creates it, so that no text becomes markup by mistake. */
class Html {
  constructor (readonly text: string) {}
}

export type { Html }

/** What a template may contain: texts and numbers (escaped), HTML, and lists of these. All other values add nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Template tag that escapes everything that is not HTML. Attributes must be quoted.
 *
 * @example html`<p title="${title}">${name}</p>`
 */
export function html (strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + partText(parts[i - 1]) + string))
}

/**
 * Data for a `<script type="application/ld+json">`. Entities do not work there, so characters that could end the
 * element are escaped.
 */
export function json (value: unknown): Html {
  return new Html(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`))
}

function partText (part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return (part as readonly Part[]).map(partText).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
