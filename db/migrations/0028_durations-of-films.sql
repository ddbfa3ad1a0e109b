-- Where ffprobe was missing, sound and films were stored without a duration, with the size of their thumbnail.
DELETE FROM `media_extent` WHERE `duration` IS NULL AND `media_id` IN (SELECT `id` FROM `media` WHERE `media_type` LIKE 'audio/%' OR `media_type` LIKE 'video/%');
