-- No query finds what has no class, template, thumbnail or primary media by an index: whoever creates something changes
-- four indexes less.
DROP INDEX IF EXISTS "item_primary_media", "resource_class_of", "resource_template_of", "resource_thumbnail";
-- Where an import was broken off, they stand there.
DO $$ BEGIN
  IF to_regclass('deferred_index') IS NOT NULL THEN
    DELETE FROM "deferred_index"
      WHERE "name" IN ('item_primary_media', 'resource_class_of', 'resource_template_of', 'resource_thumbnail');
  END IF;
END $$;
CREATE INDEX "item_primary_media" ON "item" ("primary_media_id") WHERE primary_media_id IS NOT NULL;
CREATE INDEX "resource_class_of" ON "resource" ("class_id", "kind") WHERE class_id IS NOT NULL;
CREATE INDEX "resource_template_of" ON "resource" ("template_id", "kind") WHERE template_id IS NOT NULL;
CREATE INDEX "resource_thumbnail" ON "resource" ("thumbnail_id") WHERE thumbnail_id IS NOT NULL;
