-- No query finds what has no class, template, thumbnail or primary media by an index: whoever creates something changes
-- four indexes less.
DROP INDEX `item_primary_media`;--> statement-breakpoint
CREATE INDEX `item_primary_media` ON `item` (`primary_media_id`) WHERE primary_media_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `resource_class_of`;--> statement-breakpoint
DROP INDEX `resource_template_of`;--> statement-breakpoint
DROP INDEX `resource_thumbnail`;--> statement-breakpoint
CREATE INDEX `resource_class_of` ON `resource` (`class_id`,`kind`) WHERE class_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resource_template_of` ON `resource` (`template_id`,`kind`) WHERE template_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resource_thumbnail` ON `resource` (`thumbnail_id`) WHERE thumbnail_id IS NOT NULL;
