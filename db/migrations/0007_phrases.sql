-- The trigram indexes keep where in a text a trigram stands, so that they tell by themselves which texts hold a phrase.
-- A row of `value_trigram` holds all texts of a resource, a property and a visibility, which its id says:
-- (resource << 10) + (property & 511) * 2 + public. What is due is all indexed anew.
DROP TRIGGER `value_trigram_insert`;
--> statement-breakpoint
DROP TRIGGER `value_trigram_delete`;
--> statement-breakpoint
DROP TRIGGER `value_trigram_update`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_insert`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_update`;
--> statement-breakpoint
DROP TRIGGER `resource_indexes_delete`;
--> statement-breakpoint
DROP TABLE `value_trigram`;
--> statement-breakpoint
DROP TABLE `title_trigram`;
--> statement-breakpoint
DELETE FROM `value_due`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `value_trigram` USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `title_trigram` USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `value_trigram_term` USING fts5vocab(`value_trigram`, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE `title_trigram_term` USING fts5vocab(`title_trigram`, 'row');
--> statement-breakpoint
INSERT OR IGNORE INTO `value_due` SELECT (`resource_id` << 10) + (`property_id` & 511) * 2 + `is_public` FROM `value` WHERE `text_fold` IS NOT NULL OR `uri_fold` IS NOT NULL;
--> statement-breakpoint
INSERT OR IGNORE INTO `title_due` SELECT `id` FROM `resource` WHERE `title_fold` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_insert` AFTER INSERT ON `value` WHEN new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL BEGIN
	INSERT OR IGNORE INTO `value_due` VALUES ((new.resource_id << 10) + (new.property_id & 511) * 2 + new.is_public);
END;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_delete` AFTER DELETE ON `value` WHEN old.text_fold IS NOT NULL OR old.uri_fold IS NOT NULL BEGIN
	INSERT OR IGNORE INTO `value_due` VALUES ((old.resource_id << 10) + (old.property_id & 511) * 2 + old.is_public);
END;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_update` AFTER UPDATE OF resource_id, property_id, is_public, text_fold, uri_fold ON `value`
	WHEN old.text_fold IS NOT new.text_fold OR old.uri_fold IS NOT new.uri_fold OR old.is_public <> new.is_public OR old.property_id <> new.property_id OR old.resource_id <> new.resource_id BEGIN
	INSERT OR IGNORE INTO `value_due` VALUES ((old.resource_id << 10) + (old.property_id & 511) * 2 + old.is_public), ((new.resource_id << 10) + (new.property_id & 511) * 2 + new.is_public);
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_insert` AFTER INSERT ON `resource` WHEN new.title_fold IS NOT NULL BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_update` AFTER UPDATE OF title_fold ON `resource` WHEN old.title_fold IS NOT new.title_fold BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `resource_indexes_delete` AFTER DELETE ON `resource` BEGIN
	INSERT OR IGNORE INTO `title_due` SELECT old.id WHERE old.title_fold IS NOT NULL;
	DELETE FROM `fulltext` WHERE rowid = old.id;
END;
