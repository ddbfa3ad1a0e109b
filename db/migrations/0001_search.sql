-- Full-text and trigram indexes, and the triggers that keep them and the change stamps true.
CREATE VIRTUAL TABLE `value_trigram` USING fts5(text_fold, uri_fold, content='value', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none);
--> statement-breakpoint
CREATE VIRTUAL TABLE `title_trigram` USING fts5(title_fold, content='resource', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none);
--> statement-breakpoint
CREATE VIRTUAL TABLE `fulltext` USING fts5(title, text, hidden, content='', contentless_delete=1, tokenize="ascii tokenchars '_.:'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `fulltext_word` USING fts5vocab(`fulltext`, 'instance');
--> statement-breakpoint
CREATE TABLE `fulltext_due` (`id` integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
CREATE VIRTUAL TABLE `site_page_fulltext` USING fts5(title, text, hidden, content='', contentless_delete=1, tokenize="ascii tokenchars '_.:'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `site_page_fulltext_word` USING fts5vocab(`site_page_fulltext`, 'instance');
--> statement-breakpoint
CREATE TABLE `site_page_fulltext_due` (`id` integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
CREATE TRIGGER `value_trigram_insert` AFTER INSERT ON `value` WHEN new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL BEGIN
	INSERT INTO `value_trigram`(rowid, text_fold, uri_fold) VALUES (new.id, new.text_fold, new.uri_fold);
END;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_delete` AFTER DELETE ON `value` WHEN old.text_fold IS NOT NULL OR old.uri_fold IS NOT NULL BEGIN
	INSERT INTO `value_trigram`(`value_trigram`, rowid, text_fold, uri_fold) VALUES ('delete', old.id, old.text_fold, old.uri_fold);
END;
--> statement-breakpoint
CREATE TRIGGER `value_trigram_update` AFTER UPDATE OF text_fold, uri_fold ON `value` WHEN old.text_fold IS NOT new.text_fold OR old.uri_fold IS NOT new.uri_fold BEGIN
	INSERT INTO `value_trigram`(`value_trigram`, rowid, text_fold, uri_fold) SELECT 'delete', old.id, old.text_fold, old.uri_fold WHERE old.text_fold IS NOT NULL OR old.uri_fold IS NOT NULL;
	INSERT INTO `value_trigram`(rowid, text_fold, uri_fold) SELECT new.id, new.text_fold, new.uri_fold WHERE new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_insert` AFTER INSERT ON `resource` WHEN new.title_fold IS NOT NULL BEGIN
	INSERT INTO `title_trigram`(rowid, title_fold) VALUES (new.id, new.title_fold);
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_update` AFTER UPDATE OF title_fold ON `resource` WHEN old.title_fold IS NOT new.title_fold BEGIN
	INSERT INTO `title_trigram`(`title_trigram`, rowid, title_fold) SELECT 'delete', old.id, old.title_fold WHERE old.title_fold IS NOT NULL;
	INSERT INTO `title_trigram`(rowid, title_fold) SELECT new.id, new.title_fold WHERE new.title_fold IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `resource_indexes_delete` AFTER DELETE ON `resource` BEGIN
	INSERT INTO `title_trigram`(`title_trigram`, rowid, title_fold) SELECT 'delete', old.id, old.title_fold WHERE old.title_fold IS NOT NULL;
	DELETE FROM `fulltext` WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_fulltext_delete` AFTER DELETE ON `site_page` BEGIN
	DELETE FROM `site_page_fulltext` WHERE rowid = old.id;
END;
--> statement-breakpoint
-- What the triggers note in `fulltext_due` is indexed anew before the transaction ends, or, when it is too much, soon after.
CREATE TRIGGER `value_fulltext_insert` AFTER INSERT ON `value` WHEN new.is_public BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.resource_id);
END;
--> statement-breakpoint
CREATE TRIGGER `value_fulltext_delete` AFTER DELETE ON `value` WHEN old.is_public BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (old.resource_id);
END;
--> statement-breakpoint
-- Not OR IGNORE: below the SET NULL of a foreign key that counts for nothing.
CREATE TRIGGER `value_fulltext_update` AFTER UPDATE OF text, uri, linked_id, annotation_id, is_public ON `value` WHEN old.text IS NOT new.text OR old.uri IS NOT new.uri OR old.linked_id IS NOT new.linked_id OR old.annotation_id IS NOT new.annotation_id OR old.is_public IS NOT new.is_public BEGIN
	INSERT INTO `fulltext_due` SELECT new.resource_id WHERE new.resource_id NOT IN (SELECT id FROM `fulltext_due`);
END;
--> statement-breakpoint
CREATE TRIGGER `resource_fulltext_insert` AFTER INSERT ON `resource` WHEN new.kind <> 'value_annotation' BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `resource_fulltext_update` AFTER UPDATE OF title, is_public ON `resource` WHEN old.title IS NOT new.title OR old.is_public IS NOT new.is_public BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id);
	INSERT OR IGNORE INTO `fulltext_due` SELECT resource_id FROM `value` WHERE linked_id = new.id AND is_public;
	INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id IN (SELECT block_id FROM `site_block_attachment` WHERE item_id IN (new.id, (SELECT item_id FROM `media` WHERE id = new.id)));
END;
--> statement-breakpoint
CREATE TRIGGER `media_fulltext_insert` AFTER INSERT ON `media` BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id), (new.item_id);
END;
--> statement-breakpoint
CREATE TRIGGER `media_fulltext_update` AFTER UPDATE OF item_id, data, ingester ON `media` BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id), (new.item_id), (old.item_id);
END;
--> statement-breakpoint
CREATE TRIGGER `media_fulltext_delete` AFTER DELETE ON `media` BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (old.item_id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_fulltext_insert` AFTER INSERT ON `site_page` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_fulltext_update` AFTER UPDATE OF title ON `site_page` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_block_fulltext_insert` AFTER INSERT ON `site_page_block` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` VALUES (new.page_id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_block_fulltext_update` AFTER UPDATE OF page_id, data, layout, position ON `site_page_block` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` VALUES (new.page_id), (old.page_id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_page_block_fulltext_delete` AFTER DELETE ON `site_page_block` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` VALUES (old.page_id);
END;
--> statement-breakpoint
CREATE TRIGGER `site_block_attachment_fulltext_insert` AFTER INSERT ON `site_block_attachment` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id = new.block_id;
END;
--> statement-breakpoint
CREATE TRIGGER `site_block_attachment_fulltext_update` AFTER UPDATE ON `site_block_attachment` BEGIN
	INSERT INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id = new.block_id AND page_id NOT IN (SELECT id FROM `site_page_fulltext_due`);
END;
--> statement-breakpoint
CREATE TRIGGER `site_block_attachment_fulltext_delete` AFTER DELETE ON `site_block_attachment` BEGIN
	INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id = old.block_id;
END;
--> statement-breakpoint
INSERT INTO `stamp` (`id`, `changes`) VALUES ('terms', 0), ('settings', 0);
--> statement-breakpoint
CREATE TRIGGER `vocabulary_stamp_insert` AFTER INSERT ON `vocabulary` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `vocabulary_stamp_update` AFTER UPDATE ON `vocabulary` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `vocabulary_stamp_delete` AFTER DELETE ON `vocabulary` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `property_stamp_insert` AFTER INSERT ON `property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `property_stamp_update` AFTER UPDATE ON `property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `property_stamp_delete` AFTER DELETE ON `property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_class_stamp_insert` AFTER INSERT ON `resource_class` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_class_stamp_update` AFTER UPDATE ON `resource_class` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_class_stamp_delete` AFTER DELETE ON `resource_class` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_stamp_insert` AFTER INSERT ON `resource_template` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_stamp_update` AFTER UPDATE ON `resource_template` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_stamp_delete` AFTER DELETE ON `resource_template` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_property_stamp_insert` AFTER INSERT ON `resource_template_property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_property_stamp_update` AFTER UPDATE ON `resource_template_property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `resource_template_property_stamp_delete` AFTER DELETE ON `resource_template_property` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'terms'; END;
--> statement-breakpoint
CREATE TRIGGER `setting_stamp_insert` AFTER INSERT ON `setting` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'settings'; END;
--> statement-breakpoint
CREATE TRIGGER `setting_stamp_update` AFTER UPDATE ON `setting` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'settings'; END;
--> statement-breakpoint
CREATE TRIGGER `setting_stamp_delete` AFTER DELETE ON `setting` BEGIN UPDATE `stamp` SET `changes` = `changes` + 1 WHERE `id` = 'settings'; END;
--> statement-breakpoint
-- What a database already holds is indexed as if it were written now.
INSERT OR IGNORE INTO `fulltext_due` SELECT id FROM `resource` WHERE kind <> 'value_annotation';
--> statement-breakpoint
INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT id FROM `site_page`;
