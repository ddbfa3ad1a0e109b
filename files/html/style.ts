/** CSS 2.1 colours by name, in HTML Purifier's spelling. */
const COLOURS: Readonly<Record<string, string>> = {
  maroon: '#800000',
  red: '#FF0000',
  orange: '#FFA500',
  yellow: '#FFFF00',
  olive: '#808000',
  purple: '#800080',
  fuchsia: '#FF00FF',
  white: '#FFFFFF',
  lime: '#00FF00',
  green: '#008000',
  navy: '#000080',
  blue: '#0000FF',
  aqua: '#00FFFF',
  teal: '#008080',
  black: '#000000',
  silver: '#C0C0C0',
  gray: '#808080'
}

const WORD = '[a-z-]+'
const LENGTH = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:px|pt|pc|em|ex|rem|in|cm|mm|%)?'
const COLOUR = `(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\\([\\d.,%\\s]+\\)|${WORD})`

/** Matches one to four values, separated by spaces. */
const several = (one: string): RegExp => new RegExp(`^(?:${one})(?:\\s+(?:${one})){0,3}$`, 'i')

const word = several(WORD)
const length = several(`${LENGTH}|auto|normal|inherit`)
const mixed = several(`${LENGTH}|${COLOUR}`)

/** The name of a font, with or without quotation marks. */
const FAMILY = /^(?:"[\w -]+"|'[\w -]+'|[\w -]+)$/

/**
 * Splits before testing: one regular expression for the whole list would take exponential time for long runs of
 * spaces.
 */
const families = { test: (value: string): boolean => value.split(',').every((family) => FAMILY.test(family.trim())) }

/**
 * Allowed properties with the form of their values. No value can contain a URL or position an element elsewhere on the
 * page.
 */
const PROPERTIES: ReadonlyArray<readonly [name: RegExp, value: Pick<RegExp, 'test'>]> = [
  [/^(?:background-)?color$/, several(COLOUR)],
  [/^background(?:-(?:repeat|attachment|position))?$/, mixed],
  [/^border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?$/, mixed],
  [/^border-(?:collapse|spacing)$/, mixed],
  [/^(?:margin|padding)(?:-(?:top|right|bottom|left))?$/, length],
  [/^(?:(?:min|max)-)?(?:width|height)$/, length],
  [/^(?:text-indent|line-height|letter-spacing|word-spacing)$/, length],
  [/^(?:font-size|font-weight|vertical-align)$/, several(`${LENGTH}|${WORD}`)],
  [/^font-family$/, families],
  [
    /^(?:font-style|font-variant|text-align|text-decoration|text-transform|white-space|caption-side|table-layout)$/,
    word
  ],
  [/^(?:clear|float|list-style|list-style-type|list-style-position)$/, word]
]

/** As in CSS, an unclosed comment extends to the end. */
const COMMENT = /\/\*.*?(?:\*\/|$)/gs

/** Longer declarations are dropped unread; real ones are far shorter. */
const DECLARATION_MAX_CHARACTERS = 1000

/**
 * Keeps the harmless declarations of a `style` attribute, in HTML Purifier's spelling (docs/contract/files.md §7).
 *
 * @returns the new value of the attribute; null when nothing is left.
 * @example purifyStyle('color:red; position:fixed') // 'color:#FF0000;'
 */
export function purifyStyle (style: string): string | null {
  const allowed = style.replace(COMMENT, '').split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon < 0 || declaration.length > DECLARATION_MAX_CHARACTERS) return []
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    const rule = PROPERTIES.find(([name]) => name.test(property))
    if (rule === undefined || !rule[1].test(value)) return []
    return [`${property}:${property.endsWith('color') ? COLOURS[value.toLowerCase()] ?? value : value};`]
  })
  return allowed.length === 0 ? null : allowed.join('')
}
