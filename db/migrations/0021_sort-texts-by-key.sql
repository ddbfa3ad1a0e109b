-- The rows are the index of their key: one index less to fill, and nothing to look up behind it.
CREATE TABLE `keyed_sort_text` (
	`resource_id` integer NOT NULL,
	`property_id` integer NOT NULL,
	`audience` integer NOT NULL,
	`sort_key` text NOT NULL,
	PRIMARY KEY(`resource_id`, `property_id`, `audience`),
	FOREIGN KEY (`resource_id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `keyed_sort_text` SELECT `resource_id`, `property_id`, `audience`, `sort_key` FROM `sort_text` ORDER BY `resource_id`, `property_id`, `audience`;--> statement-breakpoint
DROP TABLE `sort_text`;--> statement-breakpoint
ALTER TABLE `keyed_sort_text` RENAME TO `sort_text`;--> statement-breakpoint
CREATE INDEX `sort_text_order` ON `sort_text` (`property_id`,`sort_key`,`resource_id`,`audience`);
