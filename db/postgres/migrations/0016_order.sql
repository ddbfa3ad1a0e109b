-- In the order in which the first resources are shown: NULL comes first.
DROP INDEX "resource_title";
CREATE INDEX "resource_title" ON "resource" ("kind", "title_sort" NULLS FIRST, "id", "is_public");
DROP INDEX "resource_public_title";
CREATE INDEX "resource_public_title" ON "resource" ("kind", "public_title_sort" NULLS FIRST, "id", "is_public");
DROP INDEX "resource_modified";
CREATE INDEX "resource_modified" ON "resource" ("kind", "modified" NULLS FIRST, "id");

-- How often a token stands in a part of a document, in the index by which documents are found.
ALTER TABLE "fulltext_posting" ADD COLUMN "total" integer NOT NULL GENERATED ALWAYS AS (cardinality("positions")) STORED;
ALTER TABLE "fulltext_posting" DROP CONSTRAINT "fulltext_posting_pkey";
ALTER TABLE "fulltext_posting" ADD PRIMARY KEY ("term", "id", "part") INCLUDE ("total");
ALTER TABLE "site_page_fulltext_posting"
  ADD COLUMN "total" integer NOT NULL GENERATED ALWAYS AS (cardinality("positions")) STORED;
ALTER TABLE "site_page_fulltext_posting" DROP CONSTRAINT "site_page_fulltext_posting_pkey";
ALTER TABLE "site_page_fulltext_posting" ADD PRIMARY KEY ("term", "id", "part") INCLUDE ("total");
