-- Titles are searched for parts of texts only where values link to them, so only those are indexed: from the first link
-- on, and afterwards with each change.
DROP TRIGGER `title_trigram_insert`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_update`;
--> statement-breakpoint
DROP TRIGGER `resource_indexes_delete`;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_update` AFTER UPDATE OF title_fold, public_title_fold ON `resource`
	WHEN (old.title_fold IS NOT new.title_fold OR old.public_title_fold IS NOT new.public_title_fold)
	AND (new.id IN (SELECT id FROM `title_trigram_docsize`) OR EXISTS (SELECT 1 FROM `value` WHERE linked_id = new.id)) BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `resource_indexes_delete` AFTER DELETE ON `resource` BEGIN
	INSERT OR IGNORE INTO `title_due` SELECT old.id WHERE old.id IN (SELECT id FROM `title_trigram_docsize`);
	DELETE FROM `fulltext` WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_link` AFTER INSERT ON `value`
	WHEN new.linked_id IS NOT NULL AND new.linked_id NOT IN (SELECT id FROM `title_trigram_docsize`) BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.linked_id);
END;
--> statement-breakpoint
CREATE TRIGGER `title_trigram_relink` AFTER UPDATE OF linked_id ON `value`
	WHEN new.linked_id IS NOT NULL AND new.linked_id NOT IN (SELECT id FROM `title_trigram_docsize`) BEGIN
	INSERT OR IGNORE INTO `title_due` VALUES (new.linked_id);
END;
--> statement-breakpoint
INSERT INTO `title_trigram` (`title_trigram`) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM `title_due`;
--> statement-breakpoint
INSERT INTO `title_due` SELECT DISTINCT `linked_id` FROM `value` WHERE `linked_id` IS NOT NULL;
