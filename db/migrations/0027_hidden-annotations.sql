-- Words of private annotations were indexed as if they were public.
INSERT OR IGNORE INTO `fulltext_due` SELECT `id` FROM `resource` WHERE `kind` = 'value_annotation' AND NOT `is_public`;
