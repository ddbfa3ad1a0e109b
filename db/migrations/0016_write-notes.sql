CREATE TABLE `write_note` (
	`position` integer PRIMARY KEY NOT NULL,
	`everything` integer NOT NULL,
	`ids` text,
	`change` integer
);
