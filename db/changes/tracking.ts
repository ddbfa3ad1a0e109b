import { EVERYTHING } from './change-log.js'
import { UNKNOWN, type Written } from './commit-notices.js'

/**
 * A transaction that touches more resources than this invalidates everything, because listing them would cost more.
 */
export const MAX_IDS = 10_000

/** Id in the table `touched` that stands for everything. */
export const ANYTHING = 0

/** What a transaction has written. @param ids all ids in the table `touched`, or more than `MAX_IDS` of them. */
export function writtenBy (ids: readonly number[]): Written {
  if (ids.length > MAX_IDS) return UNKNOWN
  return { touched: ids.includes(ANYTHING) ? EVERYTHING : ids, rows: ids }
}

export const OPERATIONS = ['INSERT', 'UPDATE', 'DELETE'] as const
type Operation = typeof OPERATIONS[number]

/**
 * Columns with the id of a resource whose representation shows the row. A minus records the id negated: only the links
 * to that resource have changed, so its own representation is stale, but representations that link to it are not.
 */
export const TRACKED: Readonly<Record<string, readonly string[]>> = {
  resource: ['id'],
  value: ['resource_id', '-linked_id'],
  item: ['id'],
  item_set: ['id'],
  media: ['id', 'item_id'],
  item_item_set: ['item_id', '-item_set_id'],
  item_site: ['item_id']
}

/** Tables from which no cached representation, vocabulary or setting is made, with the reason. */
export const UNCACHED: Readonly<Record<string, string>> = {
  api_key: 'keys are cached until anything is written (api/access/accounts/keys.ts)',
  session: 'looked up with each request',
  job: 'representations of jobs are not cached',
  imported_record: 'read by imports only',
  import_change: 'read when an import is undone',
  import_upload: 'read from the database by each request',
  media_extent: 'facts of files, which never change',
  sort_text: 'made from the values of a resource, and written together with them',
  transfer_source: 'read by transfers only',
  transferred_record: 'read by transfers only',
  webhook: 'representations of webhooks are not cached',
  webhook_delivery: 'deliveries are not cached',
  stamp: 'counts changes of tables that make everything stale themselves',
  resource_change: 'read from the database by each request (sqlite/resource-changes.ts)',
  resource_change_due: 'empty between transactions',
  former_viewer: 'read with resource_change',
  left_item_set: 'read with resource_change',
  change_log: 'read with resource_change',
  fulltext_due: 'rows that wait to be indexed; searches test them one by one',
  site_page_fulltext_due: 'as fulltext_due',
  value_due: 'as fulltext_due',
  title_due: 'as fulltext_due',
  write_note: 'describes changes of tables that are tracked themselves',
  __drizzle_migrations: 'written before anything is read'
}

/**
 * A trigger that, for each changed row, adds the selected ids to the table `touched`. `condition` limits the rows.
 * PostgreSQL evaluates it only for updates: for inserted and deleted rows, `select` must be correct without it.
 */
export interface TrackingTrigger {
  readonly name: string
  readonly operation: Operation
  readonly table: string
  readonly select: string
  readonly condition?: string
}

/** The triggers that record touched resources. @param tables all tables of the database. */
export function trackingTriggers (tables: readonly string[]): TrackingTrigger[] {
  const triggers: TrackingTrigger[] = []
  for (const table of tables) {
    if (table in UNCACHED) continue
    const columns = TRACKED[table]
    for (const operation of OPERATIONS) {
      const select = columns === undefined ? `VALUES (${ANYTHING})` : idsOf(columns, operation)
      triggers.push({ name: `${table}_${operation}`, operation, table, select })
    }
  }
  for (const operation of OPERATIONS) {
    for (const row of rowsOf(operation)) {
      triggers.push({
        name: `value_annotated_${operation}_${row}`,
        operation,
        table: 'value',
        select: annotationsOf(row),
        condition: `${row}.annotation_id IS NOT NULL`
      })
      const select = withSets(`SELECT ${row}.item_id`)
      triggers.push({ name: `media_picture_${operation}_${row}`, operation, table: 'media', select })
      triggers.push({
        name: `item_set_picture_${operation}_${row}`, operation, table: 'item_item_set', select: picturedSet(row)
      })
    }
  }
  return [...triggers, ...OF_UPDATES.map((trigger) => ({ ...trigger, operation: 'UPDATE' as const }))]
}

/**
 * The annotation of a value and the annotations of that annotation's values: whether a viewer sees the value decides
 * whether they see these.
 */
function annotationsOf (row: 'old' | 'new'): string {
  return `VALUES (${row}.annotation_id) UNION ALL SELECT annotation_id FROM value WHERE resource_id = ${row}.annotation_id`
}

/** The item of a changed media, and the items whose primary media it is. */
const PICTURED = 'SELECT item_id FROM media WHERE id = new.id UNION SELECT id FROM item WHERE primary_media_id = new.id'

/**
 * The item set that an item enters or leaves, unless a public item precedes it there: the picture of an item set is
 * that of its first visible item.
 */
function picturedSet (row: 'old' | 'new'): string {
  return `SELECT ${row}.item_set_id WHERE NOT EXISTS (
    SELECT 1 FROM item_item_set AS earlier JOIN resource ON resource.id = earlier.item_id
    WHERE earlier.item_set_id = ${row}.item_set_id AND earlier.item_id < ${row}.item_id AND resource.is_public = 1)`
}

/** Also selects the item sets that contain the items. */
function withSets (items: string): string {
  return `${items} UNION SELECT item_set_id FROM item_item_set WHERE item_id IN (${items})`
}

const OF_UPDATES: ReadonlyArray<Omit<TrackingTrigger, 'operation'>> = [
  // The visibility of a resource decides where else it is shown: in links, as the picture of a set, under `@reverse`.
  {
    name: 'resource_visibility',
    table: 'resource',
    select: `VALUES (${ANYTHING})`,
    condition: 'old.is_public <> new.is_public OR old.owner_id IS DISTINCT FROM new.owner_id'
  },
  // The item of a media decides who may see the media, its values and their annotations.
  {
    name: 'media_moved', table: 'media', select: `VALUES (${ANYTHING})`, condition: 'old.item_id <> new.item_id'
  },
  // A value annotation is visible if its value is, and is shown with it. All other values are shown only by their
  // resource and by the resource they link to, as TRACKED says.
  {
    name: 'value_visibility',
    table: 'value',
    select: `SELECT ${ANYTHING} WHERE old.annotation_id IS NOT NULL OR new.annotation_id IS NOT NULL OR EXISTS (
      SELECT 1 FROM resource WHERE id IN (old.resource_id, new.resource_id) AND kind = 'value_annotation')`,
    condition: 'old.is_public <> new.is_public'
  },
  // A media may be the picture of items, and an item's picture that of its item sets.
  { name: 'resource_picture', table: 'resource', select: withSets(PICTURED), condition: "new.kind = 'media'" },
  {
    name: 'item_picture',
    table: 'item',
    select: withSets('SELECT new.id'),
    condition: 'old.primary_media_id IS DISTINCT FROM new.primary_media_id'
  }
]

function idsOf (columns: readonly string[], operation: Operation): string {
  const ids = rowsOf(operation).flatMap((row) => columns.map((column) => `(${column.replace(/^-?/, `$&${row}.`)})`))
  return `VALUES ${ids.join(', ')}`
}

/** The names by which a trigger refers to the rows of an operation. */
function rowsOf (operation: Operation): ReadonlyArray<'old' | 'new'> {
  return operation === 'INSERT' ? ['new'] : operation === 'DELETE' ? ['old'] : ['old', 'new']
}
