-- migrate.ts also computes keys of values.
-- Words are indexed without the signs of transliterations, and found in more scripts (db/collation/full-text-words.ts).
INSERT INTO "fulltext_due" SELECT "id" FROM "resource" WHERE "kind" <> 'value_annotation' ON CONFLICT DO NOTHING;
INSERT INTO "site_page_fulltext_due" SELECT "id" FROM "site_page" ON CONFLICT DO NOTHING;

-- Parts are drawn of more pictures: pyramids of tiles, however large, and what ffmpeg decodes.
DELETE FROM "media_extent" WHERE "has_parts" = 0 AND "media_id" IN (SELECT "id" FROM "media" WHERE "media_type" IN ('image/tiff', 'image/bmp', 'image/jp2'));
