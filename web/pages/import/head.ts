import type { Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'

/** The style of the pages of imports. */
export function importHead ({ assets }: Frame): Html {
  return html`
<link rel="stylesheet" href="${assets.importStyle}">`
}
