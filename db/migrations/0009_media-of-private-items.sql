-- A media is hidden with its item, and so is its title in the full text of what links to it.
DROP TRIGGER `resource_fulltext_update`;--> statement-breakpoint
CREATE TRIGGER `resource_fulltext_update` AFTER UPDATE OF title, public_title, is_public ON `resource`
	WHEN old.title IS NOT new.title OR old.public_title IS NOT new.public_title OR old.is_public IS NOT new.is_public BEGIN
	INSERT OR IGNORE INTO `fulltext_due` VALUES (new.id);
	INSERT OR IGNORE INTO `fulltext_due` SELECT resource_id FROM `value` WHERE linked_id = new.id AND is_public;
	INSERT OR IGNORE INTO `fulltext_due` SELECT resource_id FROM `value`
		WHERE old.is_public IS NOT new.is_public AND is_public AND linked_id IN (SELECT id FROM `media` WHERE item_id = new.id);
	INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT page_id FROM `site_page_block` WHERE id IN (SELECT block_id FROM `site_block_attachment` WHERE item_id IN (new.id, (SELECT item_id FROM `media` WHERE id = new.id)));
END;
--> statement-breakpoint
INSERT OR IGNORE INTO `fulltext_due` SELECT `value`.`resource_id` FROM `media`
	JOIN `resource` ON `resource`.`id` = `media`.`item_id` JOIN `value` ON `value`.`linked_id` = `media`.`id`
	WHERE NOT `resource`.`is_public` AND `value`.`is_public`;
