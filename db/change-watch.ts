import type Sqlite from 'better-sqlite3'
import { EVERYTHING, type Touched } from './history.js'

/** More than this at once is not worth telling apart. */
const MOST = 10_000

/** In `touched`, stands for everything. */
const ANYTHING = 0

const OPERATIONS = ['INSERT', 'UPDATE', 'DELETE'] as const
type Operation = typeof OPERATIONS[number]

/**
 * Columns whose resources are shown differently when a row changes. Below zero: only the resource by itself, for what
 * points to it has changed, which does not show where it is pointed to from elsewhere.
 */
const SHOWN_BY: Record<string, readonly string[]> = {
  resource: ['id'],
  value: ['resource_id', '-linked_id'],
  item: ['id'],
  item_set: ['id'],
  media: ['id', 'item_id'],
  item_item_set: ['item_id', '-item_set_id'],
  item_site: ['item_id']
}

/** Rows of these may show in any answer. */
const SHOWN_ANYWHERE = [
  'vocabulary', 'property', 'resource_class', 'resource_template', 'resource_template_property', 'asset', 'user', 'setting',
  'site', 'site_page', 'site_page_block', 'site_block_attachment', 'site_permission', 'site_item_set'
]

/**
 * Notes, in a temporary table of the writing connection, which resources each transaction touches. Triggers do it, so
 * that no way of writing, no cascade either, can be forgotten.
 */
export class ChangeWatch {
  readonly #driver: Sqlite.Database
  readonly #names: string[] = []
  readonly #take: Sqlite.Statement
  readonly #forget: Sqlite.Statement

  constructor (driver: Sqlite.Database) {
    this.#driver = driver
    driver.exec('CREATE TEMP TABLE touched (id INTEGER)')
    this.#take = driver.prepare(`SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MOST + 1}`).pluck()
    this.#forget = driver.prepare('DELETE FROM touched')
    this.resume()
  }

  /** What the transaction has touched since the last time this was asked. */
  take (): Touched {
    const ids = this.#take.all() as number[]
    this.#forget.run()
    return ids.length > MOST || ids.includes(ANYTHING) ? EVERYTHING : ids
  }

  /** Stops noting, for bulk writes that touch everything anyway. */
  pause (): void {
    for (const name of this.#names.splice(0)) this.#driver.exec(`DROP TRIGGER temp.${name}`)
  }

  resume (): void {
    for (const [table, columns] of Object.entries(SHOWN_BY)) {
      for (const operation of OPERATIONS) this.#add(table, operation, rows(operation).flatMap((row) => columns.map((column) => column.replace(/^-?/, `$&${row}.`))))
    }
    for (const table of SHOWN_ANYWHERE) for (const operation of OPERATIONS) this.#add(table, operation, [String(ANYTHING)])
    // Who sees a resource decides where it shows: in lists of links, as picture of a set, as somebody's subject.
    this.#add('resource', 'UPDATE', [String(ANYTHING)], 'seen', 'old.is_public IS NOT new.is_public OR old.owner_id IS NOT new.owner_id')
    // With a value, the annotations below it are seen or not.
    this.#add('value', 'UPDATE', [String(ANYTHING)], 'seen', 'old.is_public IS NOT new.is_public')
    // A media may be the picture of items, and an item's picture that of its sets.
    this.#addSelected('resource', 'UPDATE', 'pictured', withSets(PICTURED), "new.kind = 'media'")
    for (const operation of OPERATIONS) {
      for (const row of rows(operation)) this.#addSelected('media', operation, `pictured_${row}`, withSets(`SELECT ${row}.item_id`))
    }
    this.#addSelected('item', 'UPDATE', 'pictured', withSets('SELECT new.id'), 'old.primary_media_id IS NOT new.primary_media_id')
  }

  #add (table: string, operation: Operation, ids: readonly string[], suffix = 'touched', condition?: string): void {
    this.#addSelected(table, operation, suffix, `VALUES ${ids.map((id) => `(${id})`).join(', ')}`, condition)
  }

  /** @param select the ids to note, as SELECT or VALUES. */
  #addSelected (table: string, operation: Operation, suffix: string, select: string, condition?: string): void {
    const name = `${table}_${operation.toLowerCase()}_${suffix}`
    this.#driver.exec(`CREATE TEMP TRIGGER ${name} AFTER ${operation} ON main.${table} ${condition === undefined ? '' : `WHEN ${condition}`} BEGIN INSERT INTO touched ${select}; END`)
    this.#names.push(name)
  }
}

/** Items that the media of the changed row belongs to or stands for. */
const PICTURED = 'SELECT item_id FROM media WHERE id = new.id UNION SELECT id FROM item WHERE primary_media_id = new.id'

/** Items and the sets they are in. */
function withSets (items: string): string {
  return `${items} UNION SELECT item_set_id FROM item_item_set WHERE item_id IN (${items})`
}

function rows (operation: Operation): string[] {
  return operation === 'INSERT' ? ['new'] : operation === 'DELETE' ? ['old'] : ['old', 'new']
}
