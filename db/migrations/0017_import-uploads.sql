CREATE TABLE `import_upload` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer,
	`filename` text NOT NULL,
	`extension` text NOT NULL,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`created` integer NOT NULL,
	`choices` text,
	`job_id` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `import_upload_owner` ON `import_upload` (`owner_id`);