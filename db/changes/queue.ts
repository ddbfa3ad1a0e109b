/**
 * What a row of the table `change_queue` says. Triggers of both databases write sums of these numbers
 * (db/migrations/0025_change-queue.sql, db/postgres/migrations/0022_change-queue.sql), so they must never change.
 */
export const NOTED = {
  /** Any answer may be stale. */
  everything: 1,
  /** A row of the resource `id`, or a row that belongs to it. */
  row: 2,
  /** The text of `id` for the full-text index; of a part, also the text of its item. */
  text: 4,
  /** A link to the resource `other_id`, or the membership in this item set. */
  link: 8,
  /** A value with the annotation `annotation_id`. */
  annotation: 16,
  /** A value that may be the first to link to `other_id`. */
  newLink: 32,
  /** The row `value_row` of the trigram index. */
  trigrams: 64,
  /** The visibility of a value. */
  valueVisibility: 128,
  /** The item `id` has entered or left the item set `other_id`. */
  member: 256,
  /** It has left. */
  left: 512,
  /** The media `id` of the item `other_id`. */
  part: 1024,
  /** The media `id` has moved to another item. */
  moved: 2048,
  /** The primary media of the item `id`. */
  picture: 4096,
  /** The resource `id` is a media. */
  mediaRow: 8192,
  /** The title of `id`, and its key for containment. */
  title: 16384,
  titleKey: 32768,
  /** The visibility or the owner of `id`. */
  visibility: 65536,
  /** The visibility of `id`. */
  isPublic: 131072,
  /** The resource `id` was deleted. */
  gone: 262144,
  /** The text of the site page `id`. */
  page: 524288,
  /** The site page `id` was deleted. */
  pageGone: 1048576,
  /** Vocabularies, properties, classes or templates. */
  terms: 2097152,
  /** The term of the property `id`. */
  property: 4194304,
  /** The term of the class `id`. */
  class: 8388608,
  /** The prefix of the vocabulary `id`. */
  vocabulary: 16777216,
  /** SQLite: rows of tables whose own counter of ids says so (db/sqlite/write/change-queue.ts). */
  added: 33554432
} as const

type Noted = keyof typeof NOTED

/** A statement to run if the queue has a row with one of the flags `when`. Statements run in order. */
export interface QueueStep { readonly when: number, readonly statement: string }

function sumOf (names: readonly Noted[]): number {
  return names.reduce((sum, name) => sum + NOTED[name], 0)
}

/** SQL: the rows of the queue with one of the flags; or one of their columns. */
export function noted (names: readonly Noted[], columns = 'id'): string {
  return `SELECT ${columns} FROM change_queue AS noted WHERE (what & ${sumOf(names)}) <> 0`
}

export function step (names: readonly Noted[], statement: string): QueueStep {
  return { when: sumOf(names), statement }
}

/** Adds to a list of ids, each of which it has once. */
function add (names: readonly Noted[], table: string, selects: string): QueueStep {
  return step(names, `INSERT INTO ${table} ${selects} ON CONFLICT DO NOTHING`)
}

/** Id in the table `touched` that stands for everything. */
export const ANYTHING = 0

/**
 * A transaction that touches more resources than this invalidates everything, because listing them would cost more.
 */
export const MAX_IDS = 10_000

/** Items whose picture may be another one: the item of a changed media, and the items whose primary media it is. */
const PICTURED = `${noted(['part'], 'other_id')} UNION ${noted(['picture'])}
  UNION SELECT item_id FROM media WHERE id IN (${noted(['mediaRow'])})
  UNION SELECT id FROM item WHERE primary_media_id IN (${noted(['mediaRow'])})`

/**
 * Writes to the table `touched` what caches have to drop: ids of resources whose representations may have changed; a
 * negated id if only the links to that resource have.
 */
const TOUCHED: readonly QueueStep[] = [
  // The visibility of a resource decides where else it is shown: in links, as the picture of a set, under `@reverse`.
  // The item of a media decides who may see the media, its values and their annotations.
  step(['everything', 'visibility', 'moved'], `INSERT INTO touched VALUES (${ANYTHING})`),
  step(['row'], `INSERT INTO touched ${noted(['row'], 'DISTINCT id')} LIMIT ${MAX_IDS + 1}`),
  step(['link'], `INSERT INTO touched ${noted(['link'], 'DISTINCT -other_id')} LIMIT ${MAX_IDS + 1}`),
  // Whether a viewer sees the value decides whether they see its annotation and the annotations of that.
  step(['annotation'], `INSERT INTO touched ${noted(['annotation'], 'annotation_id')}
    UNION SELECT annotation_id FROM value
      WHERE resource_id IN (${noted(['annotation'], 'annotation_id')}) AND annotation_id IS NOT NULL`),
  // A value annotation is shown with the value that it describes. All other values are shown only by their resource
  // and by the resource they link to.
  step(['valueVisibility'], `INSERT INTO touched SELECT ${ANYTHING} WHERE EXISTS (
    ${noted(['valueVisibility'])} AND (annotation_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM resource WHERE resource.id = noted.id AND kind = 'value_annotation')))`),
  // A media may be the picture of items, and an item's picture that of its item sets.
  step(['part', 'picture', 'mediaRow'], `INSERT INTO touched ${PICTURED}
    UNION SELECT item_set_id FROM item_item_set WHERE item_id IN (${PICTURED})`),
  // The picture of an item set is that of its first visible item, so an item after a public one does not matter.
  step(['member'], `INSERT INTO touched ${noted(['member'], 'DISTINCT other_id')} AND NOT EXISTS (
    SELECT 1 FROM item_item_set AS earlier JOIN resource ON resource.id = earlier.item_id
      WHERE earlier.item_set_id = noted.other_id AND earlier.item_id < noted.id AND resource.is_public = 1)`)
]

/** The resources that link to others, which a subquery selects. */
const linkingTo = (ids: string): string => `SELECT resource_id FROM value WHERE linked_id IN (${ids})`

/** The media of items, which a subquery selects. */
const mediaOf = (ids: string): string => `SELECT id FROM media WHERE item_id IN (${ids})`

/** Item sets of resources whose memberships or visibility have changed. */
const MEMBERSHIPS = `SELECT member.item_set_id, member.item_id FROM item_item_set AS member
  JOIN resource ON resource.id = member.item_id`

/** Writes to the table `resource_change_due` the resources that get an entry in the public log of changes. */
const LOGGED: readonly QueueStep[] = [
  add(['row'], 'resource_change_due', noted(['row'], 'DISTINCT id')),
  add(['part'], 'resource_change_due', noted(['part'], 'DISTINCT other_id')),
  add(['moved'], 'resource_change_due', linkingTo(noted(['moved']))),
  add(['visibility'], 'resource_change_due', [
    mediaOf(noted(['visibility'])),
    `SELECT item_id FROM media WHERE id IN (${noted(['visibility'])})`,
    `SELECT item_id FROM item_item_set WHERE item_set_id IN (${noted(['visibility'])})`,
    linkingTo(noted(['visibility'])),
    linkingTo(mediaOf(noted(['visibility'])))
  ].join(' UNION ')),
  add(['title'], 'resource_change_due', linkingTo(noted(['title']))),
  add(['property'], 'resource_change_due',
    `SELECT resource_id FROM value WHERE property_id IN (${noted(['property'])})`),
  add(['class'], 'resource_change_due', `SELECT id FROM resource WHERE class_id IN (${noted(['class'])})`),
  add(['vocabulary'], 'resource_change_due', `SELECT resource_id FROM value
      WHERE property_id IN (SELECT id FROM property WHERE vocabulary_id IN (${noted(['vocabulary'])}))
    UNION SELECT id FROM resource
      WHERE class_id IN (SELECT id FROM resource_class WHERE vocabulary_id IN (${noted(['vocabulary'])}))`),
  // Item sets that public items have left, or belonged to before they were hidden.
  add(['left'], 'left_item_set', `${noted(['left'], 'DISTINCT other_id, id')}
    AND EXISTS (SELECT 1 FROM item_set WHERE item_set.id = noted.other_id)
    AND EXISTS (SELECT 1 FROM resource_change WHERE resource_id = noted.id AND is_public = 1)`),
  add(['isPublic'], 'left_item_set', `${MEMBERSHIPS}
    WHERE member.item_id IN (${noted(['isPublic'])}) AND resource.is_public = 0
    AND NOT EXISTS (${noted(['member'])} AND id = member.item_id AND other_id = member.item_set_id)`),
  step(['isPublic'], `DELETE FROM left_item_set WHERE (item_set_id, item_id) IN (${MEMBERSHIPS}
    WHERE member.item_id IN (${noted(['isPublic'])}) AND resource.is_public = 1)`),
  step(['member'], `DELETE FROM left_item_set WHERE (item_set_id, item_id) IN (${noted(['member'], 'other_id, id')}
    AND EXISTS (${MEMBERSHIPS}
      WHERE member.item_id = noted.id AND member.item_set_id = noted.other_id AND resource.is_public = 1))`),
  step(['gone'], `DELETE FROM left_item_set WHERE item_set_id IN (${noted(['gone'])})`)
]

const CHANGED_TITLES = noted(['title', 'isPublic'])

/** Writes to the due lists of the full-text indexes, which contain the titles of linked resources. */
const INDEXED: readonly QueueStep[] = [
  add(['text'], 'fulltext_due', noted(['text'], 'DISTINCT id')),
  add(['part'], 'fulltext_due', `${noted(['part'], 'DISTINCT other_id')} AND (what & ${NOTED.text}) <> 0`),
  add(['title', 'isPublic'], 'fulltext_due', `${CHANGED_TITLES}
    UNION ${linkingTo(CHANGED_TITLES)} AND is_public = 1
    UNION ${linkingTo(mediaOf(noted(['isPublic'])))} AND is_public = 1`),
  add(['title', 'isPublic'], 'site_page_fulltext_due', `SELECT page_id FROM site_page_block WHERE id IN (
    SELECT block_id FROM site_block_attachment
      WHERE item_id IN (${CHANGED_TITLES} UNION SELECT item_id FROM media WHERE id IN (${CHANGED_TITLES})))`),
  add(['page'], 'site_page_fulltext_due', `${noted(['page'], 'DISTINCT id')} AND id IS NOT NULL`)
]

/** Terms are read again only if this number has changed (query/statements/terms.ts). */
const TERMS = step(['terms'], "UPDATE stamp SET changes = changes + 1 WHERE id = 'terms'")

/**
 * The statements that take up the rows of the queue in both databases. They look at what is there when they run, which
 * is enough: whatever has come or gone in between has rows of its own.
 */
export const QUEUE_STEPS: readonly QueueStep[] = [...TOUCHED, ...LOGGED, ...INDEXED, TERMS]
