/** Tables that an import fills row by row, in the order of their ids. */
export const FILLED = ['resource', 'value', 'sort_text', 'item', 'item_item_set', 'imported_record', 'resource_change']

/**
 * Indexes that stay while it does: by these, texts are indexed while rows come in, and triggers find what shows a
 * resource. The first grows at its end, the others hold few rows.
 */
export const KEPT = ['value_resource', 'value_annotation', 'value_linked', 'item_item_set_members']
