/** Tables that a bulk import fills in ascending order of ids. */
export const FILLED_TABLES = [
  'resource', 'value', 'sort_text', 'item', 'item_item_set', 'imported_record', 'resource_change'
]

/**
 * Indexes that stay in place during a bulk import: full-text indexing reads by them meanwhile, and triggers find the
 * resources that show another one. The first grows only at its end, the others have few rows.
 */
export const RETAINED_INDEXES = ['value_resource', 'value_annotation', 'value_linked', 'item_item_set_members']
