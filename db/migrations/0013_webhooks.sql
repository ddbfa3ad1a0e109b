CREATE TABLE `webhook` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`address` text NOT NULL,
	`secret` text NOT NULL,
	`resources` text NOT NULL,
	`operations` text NOT NULL,
	`includes_private` integer NOT NULL,
	`is_active` integer NOT NULL,
	`base` text NOT NULL,
	`epoch` text,
	`position` integer NOT NULL,
	`problem` text,
	`failing_since` integer,
	`paused_until` integer,
	`created` integer NOT NULL,
	`modified` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`message` text NOT NULL,
	`position` integer,
	`op` text NOT NULL,
	`resource` text,
	`resource_id` integer,
	`changed` integer,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due` integer NOT NULL,
	`status` integer,
	`duration` integer,
	`error` text,
	`created` integer NOT NULL,
	`ended` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_delivery_of` ON `webhook_delivery` (`webhook_id`,`state`,`resource_id`);