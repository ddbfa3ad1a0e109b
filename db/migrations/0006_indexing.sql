DROP INDEX `value_text`;--> statement-breakpoint
DROP INDEX `value_uri`;--> statement-breakpoint
DROP INDEX `value_linked`;--> statement-breakpoint
DROP INDEX `value_annotation`;--> statement-breakpoint
CREATE INDEX `value_text` ON `value` (`text_key`,`property_id`,`resource_id`,`is_public`) WHERE text_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `value_uri` ON `value` (`uri_key`,`property_id`,`resource_id`,`is_public`) WHERE uri_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `value_linked` ON `value` (`linked_id`,`property_id`,`resource_id`,`is_public`) WHERE linked_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `value_annotation` ON `value` (`annotation_id`) WHERE annotation_id IS NOT NULL;--> statement-breakpoint
-- Texts are put into the trigram indexes many at a time, soon after they are written; until then they stand in
-- `value_due` and `title_due`, and containment is tested on them one by one.
CREATE TABLE `value_due` (`id` integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
CREATE TABLE `title_due` (`id` integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
DROP TRIGGER `value_trigram_insert`;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_insert` AFTER INSERT ON `value` WHEN new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL BEGIN
	INSERT INTO `value_due` VALUES (new.id);
END;
--> statement-breakpoint
DROP TRIGGER `value_trigram_delete`;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_delete` AFTER DELETE ON `value` WHEN old.text_fold IS NOT NULL OR old.uri_fold IS NOT NULL BEGIN
	INSERT INTO `value_trigram`(`value_trigram`, rowid, text_fold, uri_fold) SELECT 'delete', old.id, old.text_fold, old.uri_fold WHERE old.id NOT IN (SELECT id FROM `value_due`);
	DELETE FROM `value_due` WHERE id = old.id;
END;
--> statement-breakpoint
DROP TRIGGER `value_trigram_update`;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_update` AFTER UPDATE OF text_fold, uri_fold ON `value` WHEN old.text_fold IS NOT new.text_fold OR old.uri_fold IS NOT new.uri_fold BEGIN
	INSERT INTO `value_trigram`(`value_trigram`, rowid, text_fold, uri_fold) SELECT 'delete', old.id, old.text_fold, old.uri_fold WHERE (old.text_fold IS NOT NULL OR old.uri_fold IS NOT NULL) AND old.id NOT IN (SELECT id FROM `value_due`);
	DELETE FROM `value_due` WHERE id = old.id;
	INSERT INTO `value_due` SELECT new.id WHERE new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL;
END;
--> statement-breakpoint
DROP TRIGGER `title_trigram_insert`;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_insert` AFTER INSERT ON `resource` WHEN new.title_fold IS NOT NULL BEGIN
	INSERT INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
DROP TRIGGER `title_trigram_update`;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_update` AFTER UPDATE OF title_fold ON `resource` WHEN old.title_fold IS NOT new.title_fold BEGIN
	INSERT INTO `title_trigram`(`title_trigram`, rowid, title_fold) SELECT 'delete', old.id, old.title_fold WHERE old.title_fold IS NOT NULL AND old.id NOT IN (SELECT id FROM `title_due`);
	DELETE FROM `title_due` WHERE id = old.id;
	INSERT INTO `title_due` SELECT new.id WHERE new.title_fold IS NOT NULL;
END;
--> statement-breakpoint
DROP TRIGGER `resource_indexes_delete`;
--> statement-breakpoint
CREATE TRIGGER `resource_indexes_delete` AFTER DELETE ON `resource` BEGIN
	INSERT INTO `title_trigram`(`title_trigram`, rowid, title_fold) SELECT 'delete', old.id, old.title_fold WHERE old.title_fold IS NOT NULL AND old.id NOT IN (SELECT id FROM `title_due`);
	DELETE FROM `title_due` WHERE id = old.id;
	DELETE FROM `fulltext` WHERE rowid = old.id;
END;
