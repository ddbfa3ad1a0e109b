-- What is titled by a private value has another title for those who do not see that value.
ALTER TABLE `resource` ADD `public_title` text;--> statement-breakpoint
ALTER TABLE `resource` ADD `public_title_sort` text;--> statement-breakpoint
ALTER TABLE `resource` ADD `public_title_key` text;--> statement-breakpoint
ALTER TABLE `resource` ADD `public_title_fold` text;--> statement-breakpoint
UPDATE `resource` SET `public_title` = `title`, `public_title_sort` = `title_sort`, `public_title_key` = `title_key`, `public_title_fold` = `title_fold`;--> statement-breakpoint
-- Title properties, by resource; for resources with private values of theirs.
CREATE TEMP TABLE `titled_in_private` (`id` integer PRIMARY KEY, `property_id` integer);--> statement-breakpoint
INSERT INTO `titled_in_private` SELECT `titled`.`id`, `titled`.`property_id` FROM (
	SELECT `resource`.`id`, coalesce(`resource_template`.`title_property_id`, (SELECT `property`.`id` FROM `property` JOIN `vocabulary` ON `vocabulary`.`id` = `property`.`vocabulary_id`
		WHERE `vocabulary`.`namespace_uri` = 'http://purl.org/dc/terms/' AND `property`.`local_name` = 'title')) AS `property_id`
	FROM `resource` LEFT JOIN `resource_template` ON `resource_template`.`id` = `resource`.`template_id`
) AS `titled` WHERE EXISTS (SELECT 1 FROM `value` WHERE `value`.`resource_id` = `titled`.`id` AND `value`.`property_id` = `titled`.`property_id` AND NOT `value`.`is_public`);--> statement-breakpoint
UPDATE `resource` SET `public_title` = (SELECT nullif(trim(`value`.`text`, ' ' || char(9, 10, 11, 13)), '') FROM `titled_in_private`
	JOIN `value` ON `value`.`resource_id` = `titled_in_private`.`id` AND `value`.`property_id` = `titled_in_private`.`property_id`
	WHERE `titled_in_private`.`id` = `resource`.`id` AND `value`.`is_public` AND `value`.`text` <> '' ORDER BY `value`.`id` LIMIT 1)
WHERE `id` IN (SELECT `id` FROM `titled_in_private`);--> statement-breakpoint
-- The functions stand in sqlite.ts.
UPDATE `resource` SET `public_title_sort` = sort_key(`public_title`), `public_title_key` = equality_key(`public_title`), `public_title_fold` = containment_key(`public_title`)
WHERE `id` IN (SELECT `id` FROM `titled_in_private`);--> statement-breakpoint
DROP TABLE `titled_in_private`;--> statement-breakpoint
CREATE INDEX `resource_public_title` ON `resource` (`kind`,`public_title_sort`,`id`,`is_public`);--> statement-breakpoint
CREATE INDEX `resource_public_title_key` ON `resource` (`public_title_key`);--> statement-breakpoint
-- Both titles are indexed, each between edges (search/trigrams.ts).
DROP TRIGGER `title_trigram_insert`;--> statement-breakpoint
DROP TRIGGER `title_trigram_update`;--> statement-breakpoint
DROP TRIGGER `resource_indexes_delete`;--> statement-breakpoint
DROP TRIGGER `resource_fulltext_update`;--> statement-breakpoint
CREATE TRIGGER `title_trigram_insert` AFTER INSERT ON `resource` WHEN new.title_fold IS NOT NULL OR new.public_title_fold IS NOT NULL BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_update` AFTER UPDATE OF title_fold, public_title_fold ON `resource`
	WHEN old.title_fold IS NOT new.title_fold OR old.public_title_fold IS NOT new.public_title_fold BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `resource_indexes_delete` AFTER DELETE ON `resource` BEGIN
	INSERT OR IGNORE INTO `title_due` SELECT old.id WHERE old.title_fold IS NOT NULL OR old.public_title_fold IS NOT NULL;
	DELETE FROM `fulltext` WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `resource_fulltext_update` AFTER UPDATE OF title, public_title, is_public ON `resource`
	WHEN old.title IS NOT new.title OR old.public_title IS NOT new.public_title OR old.is_public IS NOT new.is_public BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id);
	INSERT OR IGNORE INTO `fulltext_due` SELECT resource_id FROM `value` WHERE linked_id = new.id AND is_public;
	INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id IN (SELECT block_id FROM `site_block_attachment` WHERE item_id IN (new.id, (SELECT item_id FROM `media` WHERE id = new.id)));
END;
--> statement-breakpoint
-- Titles taken from private values leave the part of the indexes that everybody searches.
INSERT OR IGNORE INTO `title_due` SELECT `id` FROM `resource` WHERE `title` IS NOT `public_title`;
--> statement-breakpoint
INSERT OR IGNORE INTO `fulltext_due` SELECT `id` FROM `resource` WHERE `title` IS NOT `public_title` AND `kind` <> 'value_annotation';
--> statement-breakpoint
INSERT OR IGNORE INTO `fulltext_due` SELECT `value`.`resource_id` FROM `value` JOIN `resource` ON `resource`.`id` = `value`.`linked_id` WHERE `resource`.`title` IS NOT `resource`.`public_title`;
--> statement-breakpoint
INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id IN (
	SELECT block_id FROM `site_block_attachment` JOIN `resource` ON `resource`.`id` = `site_block_attachment`.`item_id` WHERE `resource`.`title` IS NOT `resource`.`public_title`);
