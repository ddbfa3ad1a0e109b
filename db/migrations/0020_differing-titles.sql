-- Most often the title for everybody is the one that is made from all values, too. Indexes have it once: each write that
-- changes a title changes two indexes less.
DROP INDEX `resource_title`;--> statement-breakpoint
DROP INDEX `resource_public_title`;--> statement-breakpoint
DROP INDEX `resource_public_title_key`;--> statement-breakpoint
ALTER TABLE `resource` ADD `titles_differ` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `resource` SET `titles_differ` = 1 WHERE `title` IS NOT `public_title`;--> statement-breakpoint
-- A trigger has marked them; nothing of them has changed for anybody.
DELETE FROM `resource_change_due`;--> statement-breakpoint
CREATE INDEX `resource_title` ON `resource` (`kind`,`title_sort`,`id`,`is_public`,`titles_differ`);--> statement-breakpoint
CREATE INDEX `resource_public_title` ON `resource` (`kind`,`public_title_sort`,`id`,`is_public`) WHERE titles_differ = 1;--> statement-breakpoint
CREATE INDEX `resource_public_title_key` ON `resource` (`public_title_key`) WHERE titles_differ = 1;
