/** Tables that a bulk import fills in ascending order of ids. */
export const FILLED_TABLES = [
  'resource', 'value', 'sort_text', 'item', 'item_item_set', 'moved_record', 'resource_change'
]

/**
 * Indexes that stay in place during a bulk import, because full-text indexing uses them, and triggers find with them
 * the resources that show another one. New rows go to the end of the first; the others have few rows.
 */
export const RETAINED_INDEXES = ['value_resource', 'value_annotation', 'value_linked', 'item_item_set_members']
