-- Full-text and trigram indexes, and the triggers that keep them and the change stamps true.
CREATE VIRTUAL TABLE `value_trigram` USING fts5(text_fold, uri_fold, content='value', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none);
--> statement-breakpoint
CREATE VIRTUAL TABLE `title_trigram` USING fts5(title_fold, content='resource', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none);
--> statement-breakpoint
CREATE VIRTUAL TABLE `fulltext` USING fts5(title, text, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `site_page_fulltext` USING fts5(title, text, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");
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
