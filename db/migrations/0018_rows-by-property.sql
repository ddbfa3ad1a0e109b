-- Rows of `value_trigram` are numbered by property and visibility first, so that a search within a property visits no
-- others (search/text-rows.ts). What is due is named as before. All of it is indexed anew.
INSERT INTO `value_trigram` (`value_trigram`) VALUES ('delete-all');
--> statement-breakpoint
INSERT OR IGNORE INTO `value_due` SELECT (`resource_id` << 10) + (`property_id` & 511) * 2 + `is_public` FROM `value` WHERE `text_fold` IS NOT NULL OR `uri_fold` IS NOT NULL;
