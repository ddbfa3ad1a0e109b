CREATE TABLE `transfer_source` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_source_name` ON `transfer_source` (`name`);--> statement-breakpoint
CREATE TABLE `transferred_record` (
	`source_id` integer NOT NULL,
	`type` text NOT NULL,
	`foreign_id` integer NOT NULL,
	`local_id` integer NOT NULL,
	`digest` text,
	`state` text,
	`is_matched` integer NOT NULL,
	PRIMARY KEY(`source_id`, `type`, `foreign_id`),
	FOREIGN KEY (`source_id`) REFERENCES `transfer_source`(`id`) ON UPDATE no action ON DELETE cascade
);
