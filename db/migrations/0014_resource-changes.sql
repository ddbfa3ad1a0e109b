CREATE TABLE `change_log` (
	`epoch` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`time` integer NOT NULL,
	`gaps` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `former_viewer` (
	`user_id` integer NOT NULL,
	`resource_id` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`time` integer NOT NULL,
	PRIMARY KEY(`user_id`, `resource_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_viewer_position` ON `former_viewer` (`user_id`,`kind`,`position`);--> statement-breakpoint
CREATE TABLE `left_item_set` (
	`item_set_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	PRIMARY KEY(`item_set_id`, `item_id`)
);
--> statement-breakpoint
CREATE TABLE `resource_change` (
	`resource_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`public_position` integer,
	`created` integer NOT NULL,
	`appeared` integer NOT NULL,
	`time` integer NOT NULL,
	`public_time` integer,
	`is_public` integer NOT NULL,
	`is_deleted` integer NOT NULL,
	`viewer_id` integer
);
--> statement-breakpoint
CREATE INDEX `resource_change_position` ON `resource_change` (`kind`,`position`);--> statement-breakpoint
CREATE INDEX `resource_change_public` ON `resource_change` (`kind`,`public_position`) WHERE public_position IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resource_change_viewer` ON `resource_change` (`viewer_id`,`kind`,`position`) WHERE viewer_id IS NOT NULL AND is_public = 0;--> statement-breakpoint
CREATE TABLE `resource_change_due` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- What the triggers note in `resource_change_due` gets its entry before the transaction ends (resource-changes.ts).
CREATE TRIGGER `resource_change_insert` AFTER INSERT ON `resource` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `resource_change_update` AFTER UPDATE ON `resource` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `resource_change_delete` AFTER DELETE ON `resource` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `value_change_insert` AFTER INSERT ON `value` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.resource_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `value_change_update` AFTER UPDATE ON `value` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.resource_id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT old.resource_id WHERE old.resource_id IS NOT new.resource_id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `value_change_delete` AFTER DELETE ON `value` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.resource_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_change_insert` AFTER INSERT ON `item` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_change_update` AFTER UPDATE ON `item` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_change_delete` AFTER DELETE ON `item` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_set_change_insert` AFTER INSERT ON `item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_set_change_update` AFTER UPDATE ON `item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_set_change_delete` AFTER DELETE ON `item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `media_change_insert` AFTER INSERT ON `media` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `media_change_update` AFTER UPDATE ON `media` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT old.item_id WHERE old.item_id IS NOT new.item_id ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT resource_id FROM `value` WHERE linked_id = new.id AND old.item_id IS NOT new.item_id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `media_change_delete` AFTER DELETE ON `media` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` VALUES (old.item_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_site_change_insert` AFTER INSERT ON `item_site` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_site_change_update` AFTER UPDATE ON `item_site` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT old.item_id WHERE old.item_id IS NOT new.item_id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `item_site_change_delete` AFTER DELETE ON `item_site` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.item_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- What a hidden item joins or leaves is nobody's business: of it, only the sets are told that it was in when it was hidden.
CREATE TRIGGER `item_item_set_change_insert` AFTER INSERT ON `item_item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
	DELETE FROM `left_item_set` WHERE item_set_id = new.item_set_id AND item_id = new.item_id AND EXISTS (SELECT 1 FROM `resource` WHERE id = new.item_id AND is_public);
END;
--> statement-breakpoint
CREATE TRIGGER `item_item_set_change_update` AFTER UPDATE ON `item_item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (new.item_id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` VALUES (old.item_id) ON CONFLICT DO NOTHING;
	INSERT INTO `left_item_set` SELECT old.item_set_id, old.item_id WHERE EXISTS (SELECT 1 FROM `resource_change` WHERE resource_id = old.item_id AND is_public) ON CONFLICT DO NOTHING;
	DELETE FROM `left_item_set` WHERE item_set_id = new.item_set_id AND item_id = new.item_id AND EXISTS (SELECT 1 FROM `resource` WHERE id = new.item_id AND is_public);
END;
--> statement-breakpoint
-- The log still says what everybody knew before this transaction: the item itself may be gone already.
CREATE TRIGGER `item_item_set_change_delete` AFTER DELETE ON `item_item_set` BEGIN
	INSERT INTO `resource_change_due` VALUES (old.item_id) ON CONFLICT DO NOTHING;
	INSERT INTO `left_item_set` SELECT old.item_set_id, old.item_id WHERE EXISTS (SELECT 1 FROM `resource_change` WHERE resource_id = old.item_id AND is_public) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `left_item_set_hidden` AFTER UPDATE OF is_public ON `resource` WHEN old.is_public AND NOT new.is_public BEGIN
	INSERT INTO `left_item_set` SELECT item_set_id, item_id FROM `item_item_set` WHERE item_id = new.id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `left_item_set_shown` AFTER UPDATE OF is_public ON `resource` WHEN new.is_public AND NOT old.is_public BEGIN
	DELETE FROM `left_item_set` WHERE item_id = new.id AND item_set_id IN (SELECT item_set_id FROM `item_item_set` WHERE item_id = new.id);
END;
--> statement-breakpoint
-- Nobody asks any more for the members of a set that is deleted.
CREATE TRIGGER `item_set_left_delete` AFTER DELETE ON `item_set` BEGIN
	DELETE FROM `left_item_set` WHERE item_set_id = old.id;
END;
--> statement-breakpoint
-- Who sees a resource decides who sees its media, its place in an item and in item sets, and the values that link to it.
CREATE TRIGGER `resource_change_visibility` AFTER UPDATE OF is_public, owner_id ON `resource` WHEN old.is_public IS NOT new.is_public OR old.owner_id IS NOT new.owner_id BEGIN
	INSERT INTO `resource_change_due` SELECT id FROM `media` WHERE item_id = new.id ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT item_id FROM `media` WHERE id = new.id ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT item_id FROM `item_item_set` WHERE item_set_id = new.id ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT resource_id FROM `value` WHERE linked_id = new.id OR linked_id IN (SELECT id FROM `media` WHERE item_id = new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The values that link to a resource show its title.
CREATE TRIGGER `resource_change_title` AFTER UPDATE OF title, public_title ON `resource` WHEN old.title IS NOT new.title OR old.public_title IS NOT new.public_title BEGIN
	INSERT INTO `resource_change_due` SELECT resource_id FROM `value` WHERE linked_id = new.id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Terms are the keys of values and the types of resources.
CREATE TRIGGER `property_change_term` AFTER UPDATE OF local_name, vocabulary_id ON `property` WHEN old.local_name IS NOT new.local_name OR old.vocabulary_id IS NOT new.vocabulary_id BEGIN
	INSERT INTO `resource_change_due` SELECT resource_id FROM `value` WHERE property_id = new.id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `resource_class_change_term` AFTER UPDATE OF local_name, vocabulary_id ON `resource_class` WHEN old.local_name IS NOT new.local_name OR old.vocabulary_id IS NOT new.vocabulary_id BEGIN
	INSERT INTO `resource_change_due` SELECT id FROM `resource` WHERE class_id = new.id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `vocabulary_change_term` AFTER UPDATE OF prefix ON `vocabulary` WHEN old.prefix IS NOT new.prefix BEGIN
	INSERT INTO `resource_change_due` SELECT resource_id FROM `value` WHERE property_id IN (SELECT id FROM `property` WHERE vocabulary_id = new.id) ON CONFLICT DO NOTHING;
	INSERT INTO `resource_change_due` SELECT id FROM `resource` WHERE class_id IN (SELECT id FROM `resource_class` WHERE vocabulary_id = new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Below the SET NULL of a foreign key OR IGNORE and OR REPLACE count for nothing, ON CONFLICT does.
CREATE TRIGGER `former_viewer_insert` AFTER UPDATE OF viewer_id ON `resource_change` WHEN old.viewer_id IS NOT new.viewer_id AND NOT new.is_public AND old.viewer_id IN (SELECT id FROM `user`) BEGIN
	INSERT INTO `former_viewer` VALUES (old.viewer_id, new.resource_id, new.kind, new.position, new.time) ON CONFLICT DO UPDATE SET position = excluded.position, time = excluded.time;
END;
--> statement-breakpoint
-- What a database already holds is told as if it had been logged in the order of its changes.
INSERT INTO `resource_change` (`resource_id`, `kind`, `position`, `public_position`, `created`, `appeared`, `time`, `public_time`, `is_public`, `is_deleted`, `viewer_id`)
SELECT `id`, `kind`, `position`, iif(`is_public`, `position`, NULL), `position`, `position`, `time`, iif(`is_public`, `time`, NULL), `is_public`, 0, `viewer_id`
FROM (
	SELECT *, row_number() OVER (ORDER BY `time`, `id`) AS `position` FROM (
		SELECT `resource`.`id`, `resource`.`kind`, min(coalesce(`resource`.`modified`, `resource`.`created`), unixepoch()) AS `time`,
			`resource`.`is_public` AND coalesce(`parent`.`is_public`, 1) AS `is_public`,
			CASE WHEN `parent`.`id` IS NULL OR `parent`.`is_public` THEN `resource`.`owner_id`
				WHEN `resource`.`is_public` OR `resource`.`owner_id` IS `parent`.`owner_id` THEN `parent`.`owner_id` END AS `viewer_id`
		FROM `resource` LEFT JOIN `media` ON `media`.`id` = `resource`.`id` LEFT JOIN `resource` AS `parent` ON `parent`.`id` = `media`.`item_id`
		WHERE `resource`.`kind` <> 'value_annotation'
	)
);
--> statement-breakpoint
INSERT INTO `change_log` (`epoch`, `position`, `time`, `gaps`)
SELECT lower(hex(randomblob(8))), coalesce(max(`position`), 0), coalesce(max(`time`), 0), '[]' FROM `resource_change`;
