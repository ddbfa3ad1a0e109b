/** Tables from which no cached representation, vocabulary or setting is made, with the reason. */
export const UNCACHED: Readonly<Record<string, string>> = {
  api_key: 'keys are cached until anything is written (api/access/accounts/keys.ts)',
  session: 'looked up with each request',
  job: 'representations of jobs are not cached',
  import_change: 'read when an import is undone',
  import_upload: 'read from the database by each request',
  media_extent: 'facts of files, which never change',
  sort_text: 'made from the values of a resource, and written together with them',
  transfer_source: 'read by imports only',
  moved_record: 'read by imports only',
  webhook: 'representations of webhooks are not cached',
  webhook_delivery: 'deliveries are not cached',
  stamp: 'counts changes of tables that make everything stale themselves',
  resource_change: 'read from the database by each request (sqlite/write/change-queue.ts)',
  change_queue: 'what changes of other tables leave behind',
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
 * Tables of which a change of any row makes everything stale, because they are not listed, such as one of an
 * application, or because the triggers that note changes of their rows (queue.ts) are missing.
 *
 * @param tables all tables of the database. @param noted those with such triggers.
 */
export function unknownTables (tables: readonly string[], noted: readonly string[]): string[] {
  return tables.filter((table) => !(table in UNCACHED) && !noted.includes(table))
}
