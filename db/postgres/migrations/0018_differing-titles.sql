-- Most often the title for everybody is the one that is made from all values, too: then one index of keys has both.
DROP INDEX IF EXISTS "resource_public_title_key";
-- Where an import was broken off, it stands there.
DO $$ BEGIN
  IF to_regclass('deferred_index') IS NOT NULL THEN
    DELETE FROM "deferred_index" WHERE "name" = 'resource_public_title_key';
  END IF;
END $$;

ALTER TABLE "resource" ADD COLUMN "titles_differ" bigint DEFAULT 0 NOT NULL;
-- Nothing of the resources changes for anybody.
ALTER TABLE "resource" DISABLE TRIGGER USER;
UPDATE "resource" SET "titles_differ" = 1 WHERE "title" IS DISTINCT FROM "public_title";
ALTER TABLE "resource" ENABLE TRIGGER USER;

CREATE INDEX "resource_public_title_key" ON "resource" ("public_title_key") WHERE titles_differ = 1;
