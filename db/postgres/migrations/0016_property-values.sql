-- Parts of texts of one property, too.
CREATE EXTENSION IF NOT EXISTS btree_gin;
DROP INDEX "value_text_fold";
CREATE INDEX "value_text_fold" ON "value" USING gin ("property_id", "text_fold" gin_trgm_ops);
DROP INDEX "value_uri_fold";
CREATE INDEX "value_uri_fold" ON "value" USING gin ("property_id", "uri_fold" gin_trgm_ops);

-- Whether a value is a link decides whether it is visible.
DROP INDEX "value_property";
CREATE INDEX "value_property" ON "value" ("property_id", "resource_id", "is_public", "type") INCLUDE ("linked_id");
CREATE INDEX "value_property_linked" ON "value" ("property_id", "linked_id", "resource_id", "is_public")
  WHERE linked_id IS NOT NULL;
