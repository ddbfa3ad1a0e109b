-- Words of private annotations were indexed as if they were public.
INSERT INTO "fulltext_due" SELECT "id" FROM "resource" WHERE "kind" = 'value_annotation' AND "is_public" = 0
  ON CONFLICT DO NOTHING;
