-- One map from what a source calls a record to the record here, for imports and transfers.
CREATE TABLE "moved_record" (
  "source_id" bigint NOT NULL REFERENCES "transfer_source"("id") ON DELETE CASCADE,
  "type" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "local_id" bigint NOT NULL,
  "digest" text COLLATE "C",
  "state" text COLLATE "C",
  "is_matched" bigint NOT NULL,
  PRIMARY KEY("source_id", "type", "name")
);

CREATE INDEX "moved_record_local" ON "moved_record" ("type","local_id");

INSERT INTO "transfer_source" ("name", "state") SELECT DISTINCT "source", '{}' FROM "imported_record"
  WHERE "source" NOT IN (SELECT "name" FROM "transfer_source");

-- Resources without a date of change are placeholders. Records of early versions have no digest: it is not known.
INSERT INTO "moved_record" SELECT "transfer_source"."id", 'labels', "label", "resource_id",
  CASE WHEN "resource"."id" IS NOT NULL AND "resource"."modified" IS NULL THEN NULL
    ELSE coalesce("digest"::text, '') END, NULL, 0
  FROM "imported_record" JOIN "transfer_source" ON "name" = "source" LEFT JOIN "resource" ON "resource"."id" = "resource_id";

INSERT INTO "moved_record" SELECT "source_id", "type", "foreign_id"::text, "local_id", "digest", "state", "is_matched"
  FROM "transferred_record";

DROP TABLE "imported_record";
DROP TABLE "transferred_record";
