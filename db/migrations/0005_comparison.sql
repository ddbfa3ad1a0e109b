ALTER TABLE `value` ADD `number` real;--> statement-breakpoint
ALTER TABLE `value` ADD `earliest` integer;--> statement-breakpoint
ALTER TABLE `value` ADD `latest` integer;--> statement-breakpoint
-- What was there before gets its keys, by functions that stand in comparison/keys.ts.
UPDATE `value` SET `number` = number_key(`text`), `earliest` = earliest_key(`text`), `latest` = latest_key(`text`) WHERE `uri` IS NULL AND `linked_id` IS NULL AND (number_key(`text`) IS NOT NULL OR earliest_key(`text`) IS NOT NULL);--> statement-breakpoint
CREATE INDEX `value_number` ON `value` (`property_id`,`number`,`resource_id`,`is_public`) WHERE number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `value_earliest` ON `value` (`property_id`,`earliest`,`resource_id`,`is_public`) WHERE earliest IS NOT NULL;--> statement-breakpoint
CREATE INDEX `value_latest` ON `value` (`property_id`,`latest`,`resource_id`,`is_public`) WHERE latest IS NOT NULL;