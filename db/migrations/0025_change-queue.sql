-- One small trigger per table and operation appends to `change_queue` what a statement has changed; `what` is a sum of
-- the flags in db/changes/queue.ts. Before each commit, Vitrine takes the rows out and works out what follows from them.
-- Some tables have no trigger for new rows: SQLite counts these rows itself (db/sqlite/write/change-queue.ts).
CREATE TABLE `change_queue` (
	`position` integer PRIMARY KEY NOT NULL,
	`what` integer NOT NULL,
	`id` integer,
	`other_id` integer,
	`annotation_id` integer,
	`value_row` integer
);
--> statement-breakpoint
DROP TRIGGER `site_page_fulltext_delete`;
--> statement-breakpoint
DROP TRIGGER `value_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `value_fulltext_delete`;
--> statement-breakpoint
DROP TRIGGER `value_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `resource_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `media_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `media_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `media_fulltext_delete`;
--> statement-breakpoint
DROP TRIGGER `site_page_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `site_page_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `site_page_block_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `site_page_block_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `site_page_block_fulltext_delete`;
--> statement-breakpoint
DROP TRIGGER `site_block_attachment_fulltext_insert`;
--> statement-breakpoint
DROP TRIGGER `site_block_attachment_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `site_block_attachment_fulltext_delete`;
--> statement-breakpoint
DROP TRIGGER `vocabulary_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `vocabulary_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `vocabulary_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `property_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `property_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `property_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `resource_class_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `resource_class_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `resource_class_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `resource_template_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `resource_template_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `resource_template_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `resource_template_property_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `resource_template_property_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `resource_template_property_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `setting_stamp_insert`;
--> statement-breakpoint
DROP TRIGGER `setting_stamp_update`;
--> statement-breakpoint
DROP TRIGGER `setting_stamp_delete`;
--> statement-breakpoint
DROP TRIGGER `value_trigram_insert`;
--> statement-breakpoint
DROP TRIGGER `value_trigram_delete`;
--> statement-breakpoint
DROP TRIGGER `value_trigram_update`;
--> statement-breakpoint
DROP TRIGGER `resource_fulltext_update`;
--> statement-breakpoint
DROP TRIGGER `resource_change_insert`;
--> statement-breakpoint
DROP TRIGGER `resource_change_update`;
--> statement-breakpoint
DROP TRIGGER `resource_change_delete`;
--> statement-breakpoint
DROP TRIGGER `value_change_insert`;
--> statement-breakpoint
DROP TRIGGER `value_change_update`;
--> statement-breakpoint
DROP TRIGGER `value_change_delete`;
--> statement-breakpoint
DROP TRIGGER `item_change_insert`;
--> statement-breakpoint
DROP TRIGGER `item_change_update`;
--> statement-breakpoint
DROP TRIGGER `item_change_delete`;
--> statement-breakpoint
DROP TRIGGER `item_set_change_insert`;
--> statement-breakpoint
DROP TRIGGER `item_set_change_update`;
--> statement-breakpoint
DROP TRIGGER `item_set_change_delete`;
--> statement-breakpoint
DROP TRIGGER `media_change_insert`;
--> statement-breakpoint
DROP TRIGGER `media_change_update`;
--> statement-breakpoint
DROP TRIGGER `media_change_delete`;
--> statement-breakpoint
DROP TRIGGER `item_site_change_insert`;
--> statement-breakpoint
DROP TRIGGER `item_site_change_update`;
--> statement-breakpoint
DROP TRIGGER `item_site_change_delete`;
--> statement-breakpoint
DROP TRIGGER `item_item_set_change_insert`;
--> statement-breakpoint
DROP TRIGGER `item_item_set_change_update`;
--> statement-breakpoint
DROP TRIGGER `item_item_set_change_delete`;
--> statement-breakpoint
DROP TRIGGER `left_item_set_hidden`;
--> statement-breakpoint
DROP TRIGGER `left_item_set_shown`;
--> statement-breakpoint
DROP TRIGGER `item_set_left_delete`;
--> statement-breakpoint
DROP TRIGGER `resource_change_visibility`;
--> statement-breakpoint
DROP TRIGGER `resource_change_title`;
--> statement-breakpoint
DROP TRIGGER `property_change_term`;
--> statement-breakpoint
DROP TRIGGER `resource_class_change_term`;
--> statement-breakpoint
DROP TRIGGER `vocabulary_change_term`;
--> statement-breakpoint
DROP TRIGGER `former_viewer_insert`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_update`;
--> statement-breakpoint
DROP TRIGGER `resource_indexes_delete`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_link`;
--> statement-breakpoint
DROP TRIGGER `title_trigram_relink`;
--> statement-breakpoint
-- The rights to see these resources may have changed, too.
INSERT INTO `change_queue` (`what`, `id`) SELECT 65538, `id` FROM `resource_change_due`;
--> statement-breakpoint
DROP TABLE `resource_change_due`;
--> statement-breakpoint
CREATE TRIGGER `note_resource_insert` AFTER INSERT ON `resource` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2 + 4 * (new.kind <> 'value_annotation'), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_update` AFTER UPDATE ON `resource` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2
		+ 1 * (old.id IS NOT new.id OR old.kind IS NOT new.kind)
		+ 16384 * (old.title IS NOT new.title OR old.public_title IS NOT new.public_title)
		+ 32768 * (old.title_fold IS NOT new.title_fold OR old.public_title_fold IS NOT new.public_title_fold)
		+ 65536 * (old.is_public IS NOT new.is_public OR old.owner_id IS NOT new.owner_id)
		+ 131072 * (old.is_public IS NOT new.is_public)
		+ 8192 * (new.kind = 'media'), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_delete` AFTER DELETE ON `resource` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (262146, old.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_value_insert` AFTER INSERT ON `value` BEGIN
	INSERT INTO `change_queue` (what, id, other_id, annotation_id, value_row) VALUES (2 + 4 * new.is_public
		+ 40 * (new.linked_id IS NOT NULL) + 16 * (new.annotation_id IS NOT NULL)
			+ 64 * (new.text_fold IS NOT NULL OR new.uri_fold IS NOT NULL),
		new.resource_id, new.linked_id, new.annotation_id, CASE WHEN new.text_fold IS NOT NULL
			OR new.uri_fold IS NOT NULL THEN (new.resource_id << 10) + (new.property_id & 511) * 2 + new.is_public END);
END
--> statement-breakpoint
CREATE TRIGGER `note_value_update` AFTER UPDATE ON `value` BEGIN
	INSERT INTO `change_queue` (what, id, other_id, annotation_id, value_row) SELECT 66
		+ 4 * (old.resource_id IS NOT new.resource_id)
		+ 8 * (old.linked_id IS NOT NULL) + 16 * (old.annotation_id IS NOT NULL)
			+ 128 * (old.is_public IS NOT new.is_public),
		old.resource_id, old.linked_id, old.annotation_id, (old.resource_id << 10) + (old.property_id & 511) * 2
			+ old.is_public
		WHERE old.linked_id IS NOT new.linked_id OR old.annotation_id IS NOT new.annotation_id
			OR old.text_fold IS NOT new.text_fold OR old.uri_fold IS NOT new.uri_fold
			OR old.is_public IS NOT new.is_public OR old.property_id IS NOT new.property_id
			OR old.resource_id IS NOT new.resource_id;
	INSERT INTO `change_queue` (what, id, other_id, annotation_id, value_row) VALUES (2
		+ 4 * (old.text IS NOT new.text OR old.uri IS NOT new.uri OR old.linked_id IS NOT new.linked_id
		OR old.annotation_id IS NOT new.annotation_id OR old.is_public IS NOT new.is_public
		OR old.resource_id IS NOT new.resource_id)
		+ 8 * (new.linked_id IS NOT NULL) + 16 * (new.annotation_id IS NOT NULL)
			+ 32 * (new.linked_id IS NOT NULL AND old.linked_id IS NOT new.linked_id)
		+ 64 * (old.text_fold IS NOT new.text_fold OR old.uri_fold IS NOT new.uri_fold
			OR old.is_public IS NOT new.is_public OR old.property_id IS NOT new.property_id
			OR old.resource_id IS NOT new.resource_id) + 128 * (old.is_public IS NOT new.is_public),
		new.resource_id, new.linked_id, new.annotation_id, CASE WHEN old.text_fold IS NOT new.text_fold
			OR old.uri_fold IS NOT new.uri_fold OR old.is_public IS NOT new.is_public
			OR old.property_id IS NOT new.property_id
			OR old.resource_id IS NOT new.resource_id THEN (new.resource_id << 10) + (new.property_id & 511) * 2
			+ new.is_public END);
END
--> statement-breakpoint
CREATE TRIGGER `note_value_delete` AFTER DELETE ON `value` BEGIN
	INSERT INTO `change_queue` (what, id, other_id, annotation_id, value_row) VALUES (2 + 4 * old.is_public
		+ 8 * (old.linked_id IS NOT NULL) + 16 * (old.annotation_id IS NOT NULL) + 64 * (old.text_fold IS NOT NULL
			OR old.uri_fold IS NOT NULL),
		old.resource_id, old.linked_id, old.annotation_id, CASE WHEN old.text_fold IS NOT NULL
			OR old.uri_fold IS NOT NULL THEN (old.resource_id << 10) + (old.property_id & 511) * 2 + old.is_public END);
END
--> statement-breakpoint
-- Rows of `item` and `item_set` come and go with their row of `resource`.
CREATE TRIGGER `note_item_update` AFTER UPDATE ON `item` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2 + 1 * (old.id IS NOT new.id)
		+ 4096 * (old.primary_media_id IS NOT new.primary_media_id), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_set_update` AFTER UPDATE ON `item_set` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2 + 1 * (old.id IS NOT new.id), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_media_insert` AFTER INSERT ON `media` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) VALUES (1030, new.id, new.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_media_update` AFTER UPDATE ON `media` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) SELECT 1030, old.id, old.item_id WHERE old.item_id IS NOT new.item_id;
	INSERT INTO `change_queue` (what, id, other_id) VALUES (1026 + 1 * (old.id IS NOT new.id)
		+ 4 * (old.item_id IS NOT new.item_id OR old.data IS NOT new.data OR old.ingester IS NOT new.ingester)
			+ 2048 * (old.item_id IS NOT new.item_id), new.id, new.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_media_delete` AFTER DELETE ON `media` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) VALUES (1030, old.id, old.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_item_set_insert` AFTER INSERT ON `item_item_set` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) VALUES (266, new.item_id, new.item_set_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_item_set_update` AFTER UPDATE ON `item_item_set` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) VALUES (778, old.item_id, old.item_set_id),
		(266, new.item_id, new.item_set_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_item_set_delete` AFTER DELETE ON `item_item_set` BEGIN
	INSERT INTO `change_queue` (what, id, other_id) VALUES (778, old.item_id, old.item_set_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_site_insert` AFTER INSERT ON `item_site` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2, new.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_site_update` AFTER UPDATE ON `item_site` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2, old.item_id), (2, new.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_item_site_delete` AFTER DELETE ON `item_site` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2, old.item_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_page_update` AFTER UPDATE ON `site_page` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (1 + 524288 * (old.title IS NOT new.title), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_page_delete` AFTER DELETE ON `site_page` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (1048577, old.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_page_block_insert` AFTER INSERT ON `site_page_block` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, new.page_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_page_block_update` AFTER UPDATE ON `site_page_block` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, old.page_id), (524289, new.page_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_page_block_delete` AFTER DELETE ON `site_page_block` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, old.page_id);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_block_attachment_insert` AFTER INSERT ON `site_block_attachment` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, (SELECT page_id
		FROM `site_page_block` WHERE id = new.block_id));
END
--> statement-breakpoint
CREATE TRIGGER `note_site_block_attachment_update` AFTER UPDATE ON `site_block_attachment` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, (SELECT page_id
		FROM `site_page_block` WHERE id = old.block_id)), (524289, (SELECT page_id
		FROM `site_page_block` WHERE id = new.block_id));
END
--> statement-breakpoint
CREATE TRIGGER `note_site_block_attachment_delete` AFTER DELETE ON `site_block_attachment` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (524289, (SELECT page_id
		FROM `site_page_block` WHERE id = old.block_id));
END
--> statement-breakpoint
-- Nothing refers to a new row of these tables, and the references to a row that is deleted are noted themselves.
CREATE TRIGGER `note_asset_update` AFTER UPDATE ON `asset` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_update` AFTER UPDATE ON `site` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_user_update` AFTER UPDATE ON `user` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_setting_insert` AFTER INSERT ON `setting` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_setting_update` AFTER UPDATE ON `setting` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_setting_delete` AFTER DELETE ON `setting` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_item_set_update` AFTER UPDATE ON `site_item_set` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_item_set_delete` AFTER DELETE ON `site_item_set` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_permission_update` AFTER UPDATE ON `site_permission` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_site_permission_delete` AFTER DELETE ON `site_permission` BEGIN
	INSERT INTO `change_queue` (what) VALUES (1);
END
--> statement-breakpoint
CREATE TRIGGER `note_vocabulary_update` AFTER UPDATE ON `vocabulary` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2097153 + 16777216 * (old.prefix IS NOT new.prefix), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_vocabulary_delete` AFTER DELETE ON `vocabulary` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_property_update` AFTER UPDATE ON `property` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2097153 + 4194304 * (old.local_name IS NOT new.local_name
		OR old.vocabulary_id IS NOT new.vocabulary_id), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_property_delete` AFTER DELETE ON `property` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_class_update` AFTER UPDATE ON `resource_class` BEGIN
	INSERT INTO `change_queue` (what, id) VALUES (2097153 + 8388608 * (old.local_name IS NOT new.local_name
		OR old.vocabulary_id IS NOT new.vocabulary_id), new.id);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_class_delete` AFTER DELETE ON `resource_class` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_template_update` AFTER UPDATE ON `resource_template` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_template_delete` AFTER DELETE ON `resource_template` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_template_property_update` AFTER UPDATE ON `resource_template_property` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
CREATE TRIGGER `note_resource_template_property_delete` AFTER DELETE ON `resource_template_property` BEGIN
	INSERT INTO `change_queue` (what) VALUES (2097153);
END
--> statement-breakpoint
-- Nothing compares this number.
DELETE FROM `stamp` WHERE `id` = 'settings';
