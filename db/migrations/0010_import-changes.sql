CREATE TABLE `import_change` (
	`job_id` integer NOT NULL,
	`resource_id` integer NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`job_id`, `resource_id`),
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imported_record_resource` ON `imported_record` (`resource_id`);