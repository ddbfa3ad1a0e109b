CREATE TABLE `media_extent` (
	`media_id` integer PRIMARY KEY NOT NULL,
	`width` integer,
	`height` integer,
	`duration` real,
	`has_parts` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
