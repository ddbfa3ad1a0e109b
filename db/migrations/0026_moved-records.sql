-- One map from what a source calls a record to the record here, for imports and transfers.
CREATE TABLE `moved_record` (
	`source_id` integer NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`local_id` integer NOT NULL,
	`digest` text,
	`state` text,
	`is_matched` integer NOT NULL,
	PRIMARY KEY(`source_id`, `type`, `name`),
	FOREIGN KEY (`source_id`) REFERENCES `transfer_source`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `moved_record_local` ON `moved_record` (`type`,`local_id`);
--> statement-breakpoint
INSERT INTO `transfer_source` (`name`, `state`) SELECT DISTINCT `source`, '{}' FROM `imported_record`
	WHERE `source` NOT IN (SELECT `name` FROM `transfer_source`);
--> statement-breakpoint
-- Resources without a date of change are placeholders. Records of early versions have no digest: it is not known.
INSERT INTO `moved_record` SELECT `transfer_source`.`id`, 'labels', `label`, `resource_id`,
	CASE WHEN `resource`.`id` IS NOT NULL AND `resource`.`modified` IS NULL THEN NULL
		ELSE coalesce(CAST(`digest` AS text), '') END, NULL, 0
	FROM `imported_record` JOIN `transfer_source` ON `name` = `source` LEFT JOIN `resource` ON `resource`.`id` = `resource_id`;
--> statement-breakpoint
INSERT INTO `moved_record` SELECT `source_id`, `type`, CAST(`foreign_id` AS text), `local_id`, `digest`, `state`, `is_matched`
	FROM `transferred_record`;
--> statement-breakpoint
DROP TABLE `imported_record`;
--> statement-breakpoint
DROP TABLE `transferred_record`;
