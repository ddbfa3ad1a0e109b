CREATE TABLE `imported_record` (
	`source` text NOT NULL,
	`label` text NOT NULL,
	`resource_id` integer NOT NULL,
	PRIMARY KEY(`source`, `label`)
);
--> statement-breakpoint
CREATE TABLE `job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`status` text,
	`class` text NOT NULL,
	`args` text,
	`log` text,
	`progress` integer DEFAULT 0 NOT NULL,
	`started` integer NOT NULL,
	`ended` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`label` text NOT NULL,
	`credential_hash` text NOT NULL,
	`scope` text,
	`last_ip` text,
	`last_accessed` integer,
	`expires` integer,
	`created` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_key_user` ON `api_key` (`user_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created` integer NOT NULL,
	`last_accessed` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `setting` (
	`id` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer NOT NULL,
	`password_hash` text,
	`created` integer NOT NULL,
	`modified` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email_key`);--> statement-breakpoint
CREATE TABLE `asset` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`media_type` text NOT NULL,
	`storage_id` text NOT NULL,
	`extension` text,
	`alt_text` text,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_storage` ON `asset` (`storage_id`);--> statement-breakpoint
CREATE INDEX `asset_owner` ON `asset` (`owner_id`);--> statement-breakpoint
CREATE TABLE `item` (
	`id` integer PRIMARY KEY NOT NULL,
	`primary_media_id` integer,
	FOREIGN KEY (`id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`primary_media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `item_primary_media` ON `item` (`primary_media_id`);--> statement-breakpoint
CREATE TABLE `item_item_set` (
	`item_id` integer NOT NULL,
	`item_set_id` integer NOT NULL,
	PRIMARY KEY(`item_id`, `item_set_id`),
	FOREIGN KEY (`item_id`) REFERENCES `item`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_set_id`) REFERENCES `item_set`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_item_set_members` ON `item_item_set` (`item_set_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `item_set` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_open` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `media` (
	`id` integer PRIMARY KEY NOT NULL,
	`item_id` integer NOT NULL,
	`ingester` text NOT NULL,
	`renderer` text NOT NULL,
	`data` text,
	`source` text,
	`media_type` text,
	`storage_id` text,
	`extension` text,
	`sha256` text,
	`size` integer,
	`has_original` integer NOT NULL,
	`has_thumbnails` integer NOT NULL,
	`position` integer,
	`lang` text,
	`alt_text` text,
	FOREIGN KEY (`id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `item`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_item` ON `media` (`item_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_storage` ON `media` (`storage_id`);--> statement-breakpoint
CREATE TABLE `resource` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`class_id` integer,
	`template_id` integer,
	`thumbnail_id` integer,
	`title` text,
	`title_sort` text,
	`title_key` text,
	`title_fold` text,
	`is_public` integer NOT NULL,
	`created` integer NOT NULL,
	`modified` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`class_id`) REFERENCES `resource_class`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`template_id`) REFERENCES `resource_template`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`thumbnail_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `resource_kind` ON `resource` (`kind`,`is_public`,`id`);--> statement-breakpoint
CREATE INDEX `resource_title` ON `resource` (`kind`,`title_sort`,`id`,`is_public`);--> statement-breakpoint
CREATE INDEX `resource_title_key` ON `resource` (`title_key`);--> statement-breakpoint
CREATE INDEX `resource_owner` ON `resource` (`owner_id`,`kind`);--> statement-breakpoint
CREATE INDEX `resource_class_of` ON `resource` (`class_id`,`kind`);--> statement-breakpoint
CREATE INDEX `resource_template_of` ON `resource` (`template_id`,`kind`);--> statement-breakpoint
CREATE INDEX `resource_thumbnail` ON `resource` (`thumbnail_id`);--> statement-breakpoint
CREATE INDEX `resource_created` ON `resource` (`kind`,`created`,`id`);--> statement-breakpoint
CREATE INDEX `resource_modified` ON `resource` (`kind`,`modified`,`id`);--> statement-breakpoint
CREATE TABLE `sort_text` (
	`resource_id` integer NOT NULL,
	`property_id` integer NOT NULL,
	`audience` integer NOT NULL,
	`sort_key` text NOT NULL,
	PRIMARY KEY(`resource_id`, `property_id`, `audience`),
	FOREIGN KEY (`resource_id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sort_text_order` ON `sort_text` (`property_id`,`sort_key`,`resource_id`,`audience`);--> statement-breakpoint
CREATE TABLE `value` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`resource_id` integer NOT NULL,
	`property_id` integer NOT NULL,
	`type` text NOT NULL,
	`lang` text,
	`text` text,
	`text_key` text,
	`text_fold` text,
	`uri` text,
	`uri_key` text,
	`uri_fold` text,
	`linked_id` integer,
	`annotation_id` integer,
	`is_public` integer NOT NULL,
	FOREIGN KEY (`resource_id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`linked_id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`annotation_id`) REFERENCES `resource`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `value_resource` ON `value` (`resource_id`,`property_id`);--> statement-breakpoint
CREATE INDEX `value_property` ON `value` (`property_id`,`resource_id`,`is_public`,`type`);--> statement-breakpoint
CREATE INDEX `value_text` ON `value` (`text_key`,`property_id`,`resource_id`,`is_public`);--> statement-breakpoint
CREATE INDEX `value_uri` ON `value` (`uri_key`,`property_id`,`resource_id`,`is_public`);--> statement-breakpoint
CREATE INDEX `value_linked` ON `value` (`linked_id`,`property_id`,`resource_id`,`is_public`);--> statement-breakpoint
CREATE INDEX `value_annotation` ON `value` (`annotation_id`);--> statement-breakpoint
CREATE TABLE `item_site` (
	`item_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	PRIMARY KEY(`item_id`, `site_id`),
	FOREIGN KEY (`item_id`) REFERENCES `item`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `site`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_site_items` ON `item_site` (`site_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `site` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`slug` text NOT NULL,
	`slug_key` text NOT NULL,
	`theme` text NOT NULL,
	`title` text NOT NULL,
	`title_key` text NOT NULL,
	`summary` text,
	`thumbnail_id` integer,
	`navigation` text NOT NULL,
	`homepage_id` integer,
	`item_pool` text NOT NULL,
	`is_public` integer NOT NULL,
	`assign_new_items` integer NOT NULL,
	`created` integer NOT NULL,
	`modified` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`thumbnail_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`homepage_id`) REFERENCES `site_page`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_slug` ON `site` (`slug_key`);--> statement-breakpoint
CREATE TABLE `site_block_attachment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`block_id` integer NOT NULL,
	`item_id` integer,
	`media_id` integer,
	`caption` text NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`block_id`) REFERENCES `site_page_block`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `item`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `site_block_attachment_block` ON `site_block_attachment` (`block_id`,`position`);--> statement-breakpoint
CREATE INDEX `site_block_attachment_item` ON `site_block_attachment` (`item_id`);--> statement-breakpoint
CREATE TABLE `site_item_set` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`item_set_id` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `site`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_set_id`) REFERENCES `item_set`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_item_set_site` ON `site_item_set` (`site_id`,`position`);--> statement-breakpoint
CREATE INDEX `site_item_set_set` ON `site_item_set` (`item_set_id`);--> statement-breakpoint
CREATE TABLE `site_page` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`slug` text NOT NULL,
	`slug_key` text NOT NULL,
	`title` text NOT NULL,
	`title_key` text NOT NULL,
	`is_public` integer NOT NULL,
	`layout` text,
	`layout_data` text,
	`created` integer NOT NULL,
	`modified` integer,
	FOREIGN KEY (`site_id`) REFERENCES `site`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_page_slug` ON `site_page` (`site_id`,`slug_key`);--> statement-breakpoint
CREATE TABLE `site_page_block` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`page_id` integer NOT NULL,
	`layout` text NOT NULL,
	`data` text NOT NULL,
	`layout_data` text,
	`position` integer NOT NULL,
	FOREIGN KEY (`page_id`) REFERENCES `site_page`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_page_block_page` ON `site_page_block` (`page_id`,`position`);--> statement-breakpoint
CREATE TABLE `site_permission` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `site`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_permission_once` ON `site_permission` (`site_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `site_permission_user` ON `site_permission` (`user_id`);--> statement-breakpoint
CREATE TABLE `property` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`vocabulary_id` integer NOT NULL,
	`local_name` text NOT NULL,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`comment` text,
	`comment_key` text,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`vocabulary_id`) REFERENCES `vocabulary`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `property_term` ON `property` (`vocabulary_id`,`local_name`);--> statement-breakpoint
CREATE TABLE `resource_class` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`vocabulary_id` integer NOT NULL,
	`local_name` text NOT NULL,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`comment` text,
	`comment_key` text,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`vocabulary_id`) REFERENCES `vocabulary`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_class_term` ON `resource_class` (`vocabulary_id`,`local_name`);--> statement-breakpoint
CREATE INDEX `resource_class_label` ON `resource_class` (`label_key`);--> statement-breakpoint
CREATE TABLE `resource_template` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`class_id` integer,
	`title_property_id` integer,
	`description_property_id` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`class_id`) REFERENCES `resource_class`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`title_property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`description_property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_template_label` ON `resource_template` (`label_key`);--> statement-breakpoint
CREATE TABLE `resource_template_property` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template_id` integer NOT NULL,
	`property_id` integer NOT NULL,
	`position` integer NOT NULL,
	`alternate_label` text,
	`alternate_comment` text,
	`data_types` text NOT NULL,
	`is_required` integer NOT NULL,
	`is_private` integer NOT NULL,
	`default_lang` text,
	FOREIGN KEY (`template_id`) REFERENCES `resource_template`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`property_id`) REFERENCES `property`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_template_property_once` ON `resource_template_property` (`template_id`,`property_id`);--> statement-breakpoint
CREATE TABLE `stamp` (
	`id` text PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vocabulary` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`namespace_uri` text NOT NULL,
	`namespace_uri_key` text NOT NULL,
	`prefix` text NOT NULL,
	`prefix_key` text NOT NULL,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`comment` text,
	`comment_key` text,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vocabulary_prefix` ON `vocabulary` (`prefix_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `vocabulary_namespace` ON `vocabulary` (`namespace_uri_key`);