-- Words are indexed without the signs of transliterations, and found in more scripts (db/collation/full-text-words.ts).
INSERT OR IGNORE INTO `fulltext_due` SELECT `id` FROM `resource` WHERE `kind` <> 'value_annotation';
--> statement-breakpoint
INSERT OR IGNORE INTO `site_page_fulltext_due` SELECT `id` FROM `site_page`;
--> statement-breakpoint
-- Values that differ by blanks around them are equal from now on. The function stands in sqlite/connection.ts.
UPDATE `value` SET `text_key` = value_key(`text`) WHERE `text` <> trim(`text`, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279));
--> statement-breakpoint
-- Parts are drawn of more pictures: pyramids of tiles, however large, and what ffmpeg decodes.
DELETE FROM `media_extent` WHERE NOT `has_parts` AND `media_id` IN (SELECT `id` FROM `media` WHERE `media_type` IN ('image/tiff', 'image/bmp', 'image/jp2'));
