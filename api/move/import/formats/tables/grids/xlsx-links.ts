import { TableError } from '../cells/table.js'
import type { XmlHandler } from './xml.js'

/** Limit for cells with links; Excel allows 65,530 links. */
const LINKS_MAX_CELLS = 200_000

/** Collects the links of a sheet, which follow its rows. */
export class LinkReader implements XmlHandler {
  /** Addresses by cell, such as `B7`. */
  readonly links = new Map<string, string>()

  /** @param targets addresses by relationship id. */
  constructor (readonly targets: ReadonlyMap<string, string>) {}

  open (name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'hyperlink') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const target = this.targets.get(id)
    if (target === undefined) return
    const address = attributes.location === undefined ? target : `${target}#${attributes.location}`
    for (const cell of cellsIn(attributes.ref ?? '')) {
      if (this.links.size >= LINKS_MAX_CELLS) throw new TableError(`the sheet has links in more than ${LINKS_MAX_CELLS} cells`)
      this.links.set(cell, address)
    }
  }

  close (): void {}
}

/**
 * The cells of a range in its first column: of merged cells only the first has a value, and selected ones share a
 * column.
 */
function * cellsIn (reference: string): Generator<string> {
  const [, column, first, last] = /^([A-Z]{1,3})(\d{1,7})(?::[A-Z]{1,3}(\d{1,7}))?$/.exec(reference) ?? []
  if (column === undefined) return
  for (let row = Number(first); row <= Number(last ?? first); row++) yield `${column}${row}`
}
