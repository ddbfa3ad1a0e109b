-- The same tables, columns and triggers as in SQLite after its migration 0015. Flags and times are integers; text is
-- compared byte by byte; ids ascend without gaps, also after a rollback.
CREATE TABLE "id_sequence" ("name" text COLLATE "C" PRIMARY KEY, "seq" bigint NOT NULL);
--> statement-breakpoint
CREATE FUNCTION give_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE id_sequence SET seq = seq + 1 WHERE name = tg_table_name RETURNING seq INTO new.id;
  RETURN new;
END $$;
--> statement-breakpoint
-- Ids that are given by the statement are not given again.
CREATE FUNCTION take_ids() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE id_sequence SET seq = given.last FROM (SELECT max(id) AS last FROM added) AS given
    WHERE name = tg_table_name AND seq < given.last;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For many rows at once: returns the id before the first of them.
CREATE FUNCTION reserve_ids(of_table text, total bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  UPDATE id_sequence SET seq = seq + total WHERE name = of_table RETURNING seq - total
$$;
--> statement-breakpoint
-- Where writers that are not Vitrine note what they touch; Vitrine has a temporary table of this name.
CREATE TABLE "touched" ("id" bigint);
--> statement-breakpoint
CREATE TABLE "imported_record" (
  "source" text COLLATE "C" NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "resource_id" bigint NOT NULL,
  PRIMARY KEY("source", "label")
);
--> statement-breakpoint
CREATE TABLE "job" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "status" text COLLATE "C",
  "class" text COLLATE "C" NOT NULL,
  "args" text COLLATE "C",
  "log" text COLLATE "C",
  "progress" bigint DEFAULT 0 NOT NULL,
  "started" bigint NOT NULL,
  "ended" bigint,
  "checkpoint" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "api_key" (
  "id" text COLLATE "C" PRIMARY KEY,
  "user_id" bigint NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "credential_hash" text COLLATE "C" NOT NULL,
  "scope" text COLLATE "C",
  "last_ip" text COLLATE "C",
  "last_accessed" bigint,
  "expires" bigint,
  "created" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
  "id" text COLLATE "C" PRIMARY KEY,
  "user_id" bigint NOT NULL,
  "created" bigint NOT NULL,
  "last_accessed" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
  "id" text COLLATE "C" PRIMARY KEY,
  "value" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
  "id" bigint PRIMARY KEY,
  "email" text COLLATE "C" NOT NULL,
  "email_key" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "name_key" text COLLATE "C" NOT NULL,
  "role" text COLLATE "C" NOT NULL,
  "is_active" bigint NOT NULL,
  "password_hash" text COLLATE "C",
  "created" bigint NOT NULL,
  "modified" bigint
);
--> statement-breakpoint
CREATE TABLE "asset" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "name" text COLLATE "C" NOT NULL,
  "name_key" text COLLATE "C" NOT NULL,
  "media_type" text COLLATE "C" NOT NULL,
  "storage_id" text COLLATE "C" NOT NULL,
  "extension" text COLLATE "C",
  "alt_text" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "item" (
  "id" bigint PRIMARY KEY,
  "primary_media_id" bigint
);
--> statement-breakpoint
CREATE TABLE "item_item_set" (
  "item_id" bigint NOT NULL,
  "item_set_id" bigint NOT NULL,
  PRIMARY KEY("item_id", "item_set_id")
);
--> statement-breakpoint
CREATE TABLE "item_set" (
  "id" bigint PRIMARY KEY,
  "is_open" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
  "id" bigint PRIMARY KEY,
  "item_id" bigint NOT NULL,
  "ingester" text COLLATE "C" NOT NULL,
  "renderer" text COLLATE "C" NOT NULL,
  "data" text COLLATE "C",
  "source" text COLLATE "C",
  "media_type" text COLLATE "C",
  "storage_id" text COLLATE "C",
  "extension" text COLLATE "C",
  "sha256" text COLLATE "C",
  "size" bigint,
  "has_original" bigint NOT NULL,
  "has_thumbnails" bigint NOT NULL,
  "position" bigint,
  "lang" text COLLATE "C",
  "alt_text" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "resource" (
  "id" bigint PRIMARY KEY,
  "kind" text COLLATE "C" NOT NULL,
  "owner_id" bigint,
  "class_id" bigint,
  "template_id" bigint,
  "thumbnail_id" bigint,
  "title" text COLLATE "C",
  "title_sort" text COLLATE "C",
  "title_key" text COLLATE "C",
  "title_fold" text COLLATE "C",
  "is_public" bigint NOT NULL,
  "created" bigint NOT NULL,
  "modified" bigint,
  "public_title" text COLLATE "C",
  "public_title_sort" text COLLATE "C",
  "public_title_key" text COLLATE "C",
  "public_title_fold" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "sort_text" (
  "resource_id" bigint NOT NULL,
  "property_id" bigint NOT NULL,
  "audience" bigint NOT NULL,
  "sort_key" text COLLATE "C" NOT NULL,
  PRIMARY KEY("resource_id", "property_id", "audience")
);
--> statement-breakpoint
CREATE TABLE "value" (
  "id" bigint PRIMARY KEY,
  "resource_id" bigint NOT NULL,
  "property_id" bigint NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "lang" text COLLATE "C",
  "text" text COLLATE "C",
  "text_key" text COLLATE "C",
  "text_fold" text COLLATE "C",
  "uri" text COLLATE "C",
  "uri_key" text COLLATE "C",
  "uri_fold" text COLLATE "C",
  "linked_id" bigint,
  "annotation_id" bigint,
  "is_public" bigint NOT NULL,
  "number" double precision,
  "earliest" bigint,
  "latest" bigint
);
--> statement-breakpoint
CREATE TABLE "item_site" (
  "item_id" bigint NOT NULL,
  "site_id" bigint NOT NULL,
  PRIMARY KEY("item_id", "site_id")
);
--> statement-breakpoint
CREATE TABLE "site" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "slug" text COLLATE "C" NOT NULL,
  "slug_key" text COLLATE "C" NOT NULL,
  "theme" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "title_key" text COLLATE "C" NOT NULL,
  "summary" text COLLATE "C",
  "thumbnail_id" bigint,
  "navigation" text COLLATE "C" NOT NULL,
  "homepage_id" bigint,
  "item_pool" text COLLATE "C" NOT NULL,
  "is_public" bigint NOT NULL,
  "assign_new_items" bigint NOT NULL,
  "created" bigint NOT NULL,
  "modified" bigint
);
--> statement-breakpoint
CREATE TABLE "site_block_attachment" (
  "id" bigint PRIMARY KEY,
  "block_id" bigint NOT NULL,
  "item_id" bigint,
  "media_id" bigint,
  "caption" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_item_set" (
  "id" bigint PRIMARY KEY,
  "site_id" bigint NOT NULL,
  "item_set_id" bigint NOT NULL,
  "position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_page" (
  "id" bigint PRIMARY KEY,
  "site_id" bigint NOT NULL,
  "slug" text COLLATE "C" NOT NULL,
  "slug_key" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "title_key" text COLLATE "C" NOT NULL,
  "is_public" bigint NOT NULL,
  "layout" text COLLATE "C",
  "layout_data" text COLLATE "C",
  "created" bigint NOT NULL,
  "modified" bigint
);
--> statement-breakpoint
CREATE TABLE "site_page_block" (
  "id" bigint PRIMARY KEY,
  "page_id" bigint NOT NULL,
  "layout" text COLLATE "C" NOT NULL,
  "data" text COLLATE "C" NOT NULL,
  "layout_data" text COLLATE "C",
  "position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_permission" (
  "id" bigint PRIMARY KEY,
  "site_id" bigint NOT NULL,
  "user_id" bigint NOT NULL,
  "role" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "vocabulary_id" bigint NOT NULL,
  "local_name" text COLLATE "C" NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "label_key" text COLLATE "C" NOT NULL,
  "comment" text COLLATE "C",
  "comment_key" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "resource_class" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "vocabulary_id" bigint NOT NULL,
  "local_name" text COLLATE "C" NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "label_key" text COLLATE "C" NOT NULL,
  "comment" text COLLATE "C",
  "comment_key" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "resource_template" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "label" text COLLATE "C" NOT NULL,
  "label_key" text COLLATE "C" NOT NULL,
  "class_id" bigint,
  "title_property_id" bigint,
  "description_property_id" bigint
);
--> statement-breakpoint
CREATE TABLE "resource_template_property" (
  "id" bigint PRIMARY KEY,
  "template_id" bigint NOT NULL,
  "property_id" bigint NOT NULL,
  "position" bigint NOT NULL,
  "alternate_label" text COLLATE "C",
  "alternate_comment" text COLLATE "C",
  "data_types" text COLLATE "C" NOT NULL,
  "is_required" bigint NOT NULL,
  "is_private" bigint NOT NULL,
  "default_lang" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "stamp" (
  "id" text COLLATE "C" PRIMARY KEY,
  "changes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "namespace_uri" text COLLATE "C" NOT NULL,
  "namespace_uri_key" text COLLATE "C" NOT NULL,
  "prefix" text COLLATE "C" NOT NULL,
  "prefix_key" text COLLATE "C" NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "label_key" text COLLATE "C" NOT NULL,
  "comment" text COLLATE "C",
  "comment_key" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "fulltext_due" (
  "id" bigint PRIMARY KEY
);
--> statement-breakpoint
CREATE TABLE "site_page_fulltext_due" (
  "id" bigint PRIMARY KEY
);
--> statement-breakpoint
CREATE TABLE "value_due" (
  "id" bigint PRIMARY KEY
);
--> statement-breakpoint
CREATE TABLE "title_due" (
  "id" bigint PRIMARY KEY
);
--> statement-breakpoint
CREATE TABLE "import_change" (
  "job_id" bigint NOT NULL,
  "resource_id" bigint NOT NULL,
  "before" text COLLATE "C",
  "after" text COLLATE "C",
  PRIMARY KEY("job_id", "resource_id")
);
--> statement-breakpoint
CREATE TABLE "transfer_source" (
  "id" bigint PRIMARY KEY,
  "name" text COLLATE "C" NOT NULL,
  "state" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transferred_record" (
  "source_id" bigint NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "foreign_id" bigint NOT NULL,
  "local_id" bigint NOT NULL,
  "digest" text COLLATE "C",
  "state" text COLLATE "C",
  "is_matched" bigint NOT NULL,
  PRIMARY KEY("source_id", "type", "foreign_id")
);
--> statement-breakpoint
CREATE TABLE "media_extent" (
  "media_id" bigint PRIMARY KEY,
  "width" bigint,
  "height" bigint,
  "duration" double precision,
  "has_parts" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook" (
  "id" bigint PRIMARY KEY,
  "owner_id" bigint,
  "label" text COLLATE "C" NOT NULL,
  "label_key" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "secret" text COLLATE "C" NOT NULL,
  "resources" text COLLATE "C" NOT NULL,
  "operations" text COLLATE "C" NOT NULL,
  "includes_private" bigint NOT NULL,
  "is_active" bigint NOT NULL,
  "base" text COLLATE "C" NOT NULL,
  "epoch" text COLLATE "C",
  "position" bigint NOT NULL,
  "problem" text COLLATE "C",
  "failing_since" bigint,
  "paused_until" bigint,
  "created" bigint NOT NULL,
  "modified" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
  "id" bigint PRIMARY KEY,
  "webhook_id" bigint NOT NULL,
  "message" text COLLATE "C" NOT NULL,
  "position" bigint,
  "op" text COLLATE "C" NOT NULL,
  "resource" text COLLATE "C",
  "resource_id" bigint,
  "changed" bigint,
  "state" text COLLATE "C" NOT NULL,
  "tries" bigint DEFAULT 0 NOT NULL,
  "due" bigint NOT NULL,
  "status" bigint,
  "duration" bigint,
  "error" text COLLATE "C",
  "created" bigint NOT NULL,
  "ended" bigint
);
--> statement-breakpoint
CREATE TABLE "change_log" (
  "epoch" text COLLATE "C" PRIMARY KEY,
  "position" bigint NOT NULL,
  "time" bigint NOT NULL,
  "gaps" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_viewer" (
  "user_id" bigint NOT NULL,
  "resource_id" bigint NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  "time" bigint NOT NULL,
  PRIMARY KEY("user_id", "resource_id")
);
--> statement-breakpoint
CREATE TABLE "left_item_set" (
  "item_set_id" bigint NOT NULL,
  "item_id" bigint NOT NULL,
  PRIMARY KEY("item_set_id", "item_id")
);
--> statement-breakpoint
CREATE TABLE "resource_change" (
  "resource_id" bigint PRIMARY KEY,
  "kind" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  "public_position" bigint,
  "created" bigint NOT NULL,
  "appeared" bigint NOT NULL,
  "time" bigint NOT NULL,
  "public_time" bigint,
  "is_public" bigint NOT NULL,
  "is_deleted" bigint NOT NULL,
  "viewer_id" bigint
);
--> statement-breakpoint
CREATE TABLE "resource_change_due" (
  "id" bigint PRIMARY KEY
);
--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_id_fk" FOREIGN KEY ("id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_primary_media_id_fk" FOREIGN KEY ("primary_media_id") REFERENCES "media"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "item_item_set" ADD CONSTRAINT "item_item_set_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "item_item_set" ADD CONSTRAINT "item_item_set_item_set_id_fk" FOREIGN KEY ("item_set_id") REFERENCES "item_set"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "item_set" ADD CONSTRAINT "item_set_id_fk" FOREIGN KEY ("id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_id_fk" FOREIGN KEY ("id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "resource" ADD CONSTRAINT "resource_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource" ADD CONSTRAINT "resource_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "resource_class"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource" ADD CONSTRAINT "resource_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "resource_template"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource" ADD CONSTRAINT "resource_thumbnail_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "asset"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "sort_text" ADD CONSTRAINT "sort_text_resource_id_fk" FOREIGN KEY ("resource_id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "sort_text" ADD CONSTRAINT "sort_text_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "property"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_resource_id_fk" FOREIGN KEY ("resource_id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "property"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_linked_id_fk" FOREIGN KEY ("linked_id") REFERENCES "resource"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_annotation_id_fk" FOREIGN KEY ("annotation_id") REFERENCES "resource"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "item_site" ADD CONSTRAINT "item_site_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "item_site" ADD CONSTRAINT "item_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_thumbnail_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "asset"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_homepage_id_fk" FOREIGN KEY ("homepage_id") REFERENCES "site_page"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "site_block_attachment" ADD CONSTRAINT "site_block_attachment_block_id_fk" FOREIGN KEY ("block_id") REFERENCES "site_page_block"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_block_attachment" ADD CONSTRAINT "site_block_attachment_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "site_block_attachment" ADD CONSTRAINT "site_block_attachment_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "site_item_set" ADD CONSTRAINT "site_item_set_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_item_set" ADD CONSTRAINT "site_item_set_item_set_id_fk" FOREIGN KEY ("item_set_id") REFERENCES "item_set"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_page" ADD CONSTRAINT "site_page_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_page_block" ADD CONSTRAINT "site_page_block_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "site_page"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_permission" ADD CONSTRAINT "site_permission_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "site_permission" ADD CONSTRAINT "site_permission_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "property" ADD CONSTRAINT "property_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "property" ADD CONSTRAINT "property_vocabulary_id_fk" FOREIGN KEY ("vocabulary_id") REFERENCES "vocabulary"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "resource_class" ADD CONSTRAINT "resource_class_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource_class" ADD CONSTRAINT "resource_class_vocabulary_id_fk" FOREIGN KEY ("vocabulary_id") REFERENCES "vocabulary"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "resource_template" ADD CONSTRAINT "resource_template_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource_template" ADD CONSTRAINT "resource_template_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "resource_class"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource_template" ADD CONSTRAINT "resource_template_title_property_id_fk" FOREIGN KEY ("title_property_id") REFERENCES "property"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource_template" ADD CONSTRAINT "resource_template_description_property_id_fk" FOREIGN KEY ("description_property_id") REFERENCES "property"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "resource_template_property" ADD CONSTRAINT "resource_template_property_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "resource_template"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "resource_template_property" ADD CONSTRAINT "resource_template_property_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "property"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "import_change" ADD CONSTRAINT "import_change_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "transferred_record" ADD CONSTRAINT "transferred_record_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "transfer_source"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "media_extent" ADD CONSTRAINT "media_extent_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "former_viewer" ADD CONSTRAINT "former_viewer_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" ("user_id");
--> statement-breakpoint
CREATE INDEX "session_user" ON "session" ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" ("email_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "asset_storage" ON "asset" ("storage_id");
--> statement-breakpoint
CREATE INDEX "asset_owner" ON "asset" ("owner_id");
--> statement-breakpoint
CREATE INDEX "item_primary_media" ON "item" ("primary_media_id");
--> statement-breakpoint
CREATE INDEX "item_item_set_members" ON "item_item_set" ("item_set_id","item_id");
--> statement-breakpoint
CREATE INDEX "media_item" ON "media" ("item_id","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "media_storage" ON "media" ("storage_id");
--> statement-breakpoint
CREATE INDEX "resource_kind" ON "resource" ("kind","is_public","id");
--> statement-breakpoint
CREATE INDEX "resource_title" ON "resource" ("kind","title_sort","id","is_public");
--> statement-breakpoint
CREATE INDEX "resource_title_key" ON "resource" ("title_key");
--> statement-breakpoint
CREATE INDEX "resource_owner" ON "resource" ("owner_id","kind");
--> statement-breakpoint
CREATE INDEX "resource_class_of" ON "resource" ("class_id","kind");
--> statement-breakpoint
CREATE INDEX "resource_template_of" ON "resource" ("template_id","kind");
--> statement-breakpoint
CREATE INDEX "resource_thumbnail" ON "resource" ("thumbnail_id");
--> statement-breakpoint
CREATE INDEX "resource_created" ON "resource" ("kind","created","id");
--> statement-breakpoint
CREATE INDEX "resource_modified" ON "resource" ("kind","modified","id");
--> statement-breakpoint
CREATE INDEX "sort_text_order" ON "sort_text" ("property_id","sort_key","resource_id","audience");
--> statement-breakpoint
CREATE INDEX "value_resource" ON "value" ("resource_id","property_id");
--> statement-breakpoint
CREATE INDEX "value_property" ON "value" ("property_id","resource_id","is_public","type");
--> statement-breakpoint
CREATE INDEX "item_site_items" ON "item_site" ("site_id","item_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "site_slug" ON "site" ("slug_key");
--> statement-breakpoint
CREATE INDEX "site_block_attachment_block" ON "site_block_attachment" ("block_id","position");
--> statement-breakpoint
CREATE INDEX "site_block_attachment_item" ON "site_block_attachment" ("item_id");
--> statement-breakpoint
CREATE INDEX "site_item_set_site" ON "site_item_set" ("site_id","position");
--> statement-breakpoint
CREATE INDEX "site_item_set_set" ON "site_item_set" ("item_set_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "site_page_slug" ON "site_page" ("site_id","slug_key");
--> statement-breakpoint
CREATE INDEX "site_page_block_page" ON "site_page_block" ("page_id","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "site_permission_once" ON "site_permission" ("site_id","user_id");
--> statement-breakpoint
CREATE INDEX "site_permission_user" ON "site_permission" ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "property_term" ON "property" ("vocabulary_id","local_name");
--> statement-breakpoint
CREATE UNIQUE INDEX "resource_class_term" ON "resource_class" ("vocabulary_id","local_name");
--> statement-breakpoint
CREATE INDEX "resource_class_label" ON "resource_class" ("label_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "resource_template_label" ON "resource_template" ("label_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "resource_template_property_once" ON "resource_template_property" ("template_id","property_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "vocabulary_prefix" ON "vocabulary" ("prefix_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "vocabulary_namespace" ON "vocabulary" ("namespace_uri_key");
--> statement-breakpoint
CREATE INDEX "resource_listing" ON "resource" ("kind","id");
--> statement-breakpoint
CREATE INDEX "value_number" ON "value" ("property_id","number","resource_id","is_public") WHERE number IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_earliest" ON "value" ("property_id","earliest","resource_id","is_public") WHERE earliest IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_latest" ON "value" ("property_id","latest","resource_id","is_public") WHERE latest IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_text" ON "value" ("text_key","property_id","resource_id","is_public") WHERE text_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_uri" ON "value" ("uri_key","property_id","resource_id","is_public") WHERE uri_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_linked" ON "value" ("linked_id","property_id","resource_id","is_public") WHERE linked_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "value_annotation" ON "value" ("annotation_id") WHERE annotation_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "resource_public_title" ON "resource" ("kind","public_title_sort","id","is_public");
--> statement-breakpoint
CREATE INDEX "resource_public_title_key" ON "resource" ("public_title_key");
--> statement-breakpoint
CREATE INDEX "imported_record_resource" ON "imported_record" ("resource_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_source_name" ON "transfer_source" ("name");
--> statement-breakpoint
CREATE INDEX "webhook_delivery_of" ON "webhook_delivery" ("webhook_id","state","resource_id");
--> statement-breakpoint
CREATE INDEX "former_viewer_position" ON "former_viewer" ("user_id","kind","position");
--> statement-breakpoint
CREATE INDEX "resource_change_position" ON "resource_change" ("kind","position");
--> statement-breakpoint
CREATE INDEX "resource_change_public" ON "resource_change" ("kind","public_position") WHERE public_position IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "resource_change_viewer" ON "resource_change" ("viewer_id","kind","position") WHERE viewer_id IS NOT NULL AND is_public = 0;
--> statement-breakpoint
CREATE INDEX "left_item_set_item" ON "left_item_set" ("item_id");
--> statement-breakpoint
INSERT INTO "id_sequence" VALUES ('job', 0), ('user', 0), ('asset', 0), ('resource', 0), ('value', 0), ('site', 0), ('site_block_attachment', 0), ('site_item_set', 0), ('site_page', 0), ('site_page_block', 0), ('site_permission', 0), ('property', 0), ('resource_class', 0), ('resource_template', 0), ('resource_template_property', 0), ('vocabulary', 0), ('transfer_source', 0), ('webhook', 0), ('webhook_delivery', 0);
--> statement-breakpoint
CREATE TRIGGER "job_id" BEFORE INSERT ON "job" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "job_ids" AFTER INSERT ON "job" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "user_id" BEFORE INSERT ON "user" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "user_ids" AFTER INSERT ON "user" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "asset_id" BEFORE INSERT ON "asset" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "asset_ids" AFTER INSERT ON "asset" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "resource_id" BEFORE INSERT ON "resource" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "resource_ids" AFTER INSERT ON "resource" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "value_id" BEFORE INSERT ON "value" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "value_ids" AFTER INSERT ON "value" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_id" BEFORE INSERT ON "site" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_ids" AFTER INSERT ON "site" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_block_attachment_id" BEFORE INSERT ON "site_block_attachment" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_block_attachment_ids" AFTER INSERT ON "site_block_attachment" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_item_set_id" BEFORE INSERT ON "site_item_set" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_item_set_ids" AFTER INSERT ON "site_item_set" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_page_id" BEFORE INSERT ON "site_page" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_page_ids" AFTER INSERT ON "site_page" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_page_block_id" BEFORE INSERT ON "site_page_block" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_page_block_ids" AFTER INSERT ON "site_page_block" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "site_permission_id" BEFORE INSERT ON "site_permission" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "site_permission_ids" AFTER INSERT ON "site_permission" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "property_id" BEFORE INSERT ON "property" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "property_ids" AFTER INSERT ON "property" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "resource_class_id" BEFORE INSERT ON "resource_class" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "resource_class_ids" AFTER INSERT ON "resource_class" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "resource_template_id" BEFORE INSERT ON "resource_template" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "resource_template_ids" AFTER INSERT ON "resource_template" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "resource_template_property_id" BEFORE INSERT ON "resource_template_property" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "resource_template_property_ids" AFTER INSERT ON "resource_template_property" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "vocabulary_id" BEFORE INSERT ON "vocabulary" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "vocabulary_ids" AFTER INSERT ON "vocabulary" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "transfer_source_id" BEFORE INSERT ON "transfer_source" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "transfer_source_ids" AFTER INSERT ON "transfer_source" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "webhook_id" BEFORE INSERT ON "webhook" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "webhook_ids" AFTER INSERT ON "webhook" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE TRIGGER "webhook_delivery_id" BEFORE INSERT ON "webhook_delivery" FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION give_id();
--> statement-breakpoint
CREATE TRIGGER "webhook_delivery_ids" AFTER INSERT ON "webhook_delivery" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_ids();
--> statement-breakpoint
CREATE FUNCTION "value_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT DISTINCT resource_id FROM added WHERE is_public = 1 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_fulltext_insert" AFTER INSERT ON "value" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "value_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "value_fulltext_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT DISTINCT resource_id FROM removed WHERE is_public = 1 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_fulltext_delete" AFTER DELETE ON "value" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "value_fulltext_delete"();
--> statement-breakpoint
CREATE FUNCTION "value_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT new.resource_id WHERE new.resource_id NOT IN (SELECT id FROM "fulltext_due");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_fulltext_update" AFTER UPDATE OF text, uri, linked_id, annotation_id, is_public ON "value" FOR EACH ROW WHEN (old.text IS DISTINCT FROM new.text OR old.uri IS DISTINCT FROM new.uri OR old.linked_id IS DISTINCT FROM new.linked_id OR old.annotation_id IS DISTINCT FROM new.annotation_id OR old.is_public IS DISTINCT FROM new.is_public) EXECUTE FUNCTION "value_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT id FROM added WHERE kind <> 'value_annotation' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_fulltext_insert" AFTER INSERT ON "resource" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "resource_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "media_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT id FROM added UNION SELECT item_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_fulltext_insert" AFTER INSERT ON "media" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "media_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "media_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" VALUES (new.id), (new.item_id), (old.item_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_fulltext_update" AFTER UPDATE OF item_id, data, ingester ON "media" FOR EACH ROW EXECUTE FUNCTION "media_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "media_fulltext_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" SELECT DISTINCT item_id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_fulltext_delete" AFTER DELETE ON "media" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "media_fulltext_delete"();
--> statement-breakpoint
CREATE FUNCTION "site_page_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_fulltext_insert" AFTER INSERT ON "site_page" FOR EACH ROW EXECUTE FUNCTION "site_page_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "site_page_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_fulltext_update" AFTER UPDATE OF title ON "site_page" FOR EACH ROW EXECUTE FUNCTION "site_page_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "site_page_block_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" VALUES (new.page_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_block_fulltext_insert" AFTER INSERT ON "site_page_block" FOR EACH ROW EXECUTE FUNCTION "site_page_block_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "site_page_block_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" VALUES (new.page_id), (old.page_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_block_fulltext_update" AFTER UPDATE OF page_id, data, layout, position ON "site_page_block" FOR EACH ROW EXECUTE FUNCTION "site_page_block_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "site_page_block_fulltext_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" VALUES (old.page_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_block_fulltext_delete" AFTER DELETE ON "site_page_block" FOR EACH ROW EXECUTE FUNCTION "site_page_block_fulltext_delete"();
--> statement-breakpoint
CREATE FUNCTION "site_block_attachment_fulltext_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" SELECT page_id FROM "site_page_block" WHERE id = new.block_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_block_attachment_fulltext_insert" AFTER INSERT ON "site_block_attachment" FOR EACH ROW EXECUTE FUNCTION "site_block_attachment_fulltext_insert"();
--> statement-breakpoint
CREATE FUNCTION "site_block_attachment_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" SELECT page_id FROM "site_page_block" WHERE id = new.block_id AND page_id NOT IN (SELECT id FROM "site_page_fulltext_due");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_block_attachment_fulltext_update" AFTER UPDATE ON "site_block_attachment" FOR EACH ROW EXECUTE FUNCTION "site_block_attachment_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "site_block_attachment_fulltext_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "site_page_fulltext_due" SELECT page_id FROM "site_page_block" WHERE id = old.block_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_block_attachment_fulltext_delete" AFTER DELETE ON "site_block_attachment" FOR EACH ROW EXECUTE FUNCTION "site_block_attachment_fulltext_delete"();
--> statement-breakpoint
CREATE FUNCTION "vocabulary_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "vocabulary_stamp_insert" AFTER INSERT ON "vocabulary" FOR EACH ROW EXECUTE FUNCTION "vocabulary_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "vocabulary_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "vocabulary_stamp_update" AFTER UPDATE ON "vocabulary" FOR EACH ROW EXECUTE FUNCTION "vocabulary_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "vocabulary_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "vocabulary_stamp_delete" AFTER DELETE ON "vocabulary" FOR EACH ROW EXECUTE FUNCTION "vocabulary_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "property_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "property_stamp_insert" AFTER INSERT ON "property" FOR EACH ROW EXECUTE FUNCTION "property_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "property_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "property_stamp_update" AFTER UPDATE ON "property" FOR EACH ROW EXECUTE FUNCTION "property_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "property_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "property_stamp_delete" AFTER DELETE ON "property" FOR EACH ROW EXECUTE FUNCTION "property_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "resource_class_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_class_stamp_insert" AFTER INSERT ON "resource_class" FOR EACH ROW EXECUTE FUNCTION "resource_class_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "resource_class_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_class_stamp_update" AFTER UPDATE ON "resource_class" FOR EACH ROW EXECUTE FUNCTION "resource_class_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_class_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_class_stamp_delete" AFTER DELETE ON "resource_class" FOR EACH ROW EXECUTE FUNCTION "resource_class_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_stamp_insert" AFTER INSERT ON "resource_template" FOR EACH ROW EXECUTE FUNCTION "resource_template_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_stamp_update" AFTER UPDATE ON "resource_template" FOR EACH ROW EXECUTE FUNCTION "resource_template_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_stamp_delete" AFTER DELETE ON "resource_template" FOR EACH ROW EXECUTE FUNCTION "resource_template_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_property_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_property_stamp_insert" AFTER INSERT ON "resource_template_property" FOR EACH ROW EXECUTE FUNCTION "resource_template_property_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_property_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_property_stamp_update" AFTER UPDATE ON "resource_template_property" FOR EACH ROW EXECUTE FUNCTION "resource_template_property_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_template_property_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'terms';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_template_property_stamp_delete" AFTER DELETE ON "resource_template_property" FOR EACH ROW EXECUTE FUNCTION "resource_template_property_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "setting_stamp_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'settings';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "setting_stamp_insert" AFTER INSERT ON "setting" FOR EACH ROW EXECUTE FUNCTION "setting_stamp_insert"();
--> statement-breakpoint
CREATE FUNCTION "setting_stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'settings';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "setting_stamp_update" AFTER UPDATE ON "setting" FOR EACH ROW EXECUTE FUNCTION "setting_stamp_update"();
--> statement-breakpoint
CREATE FUNCTION "setting_stamp_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "stamp" SET "changes" = "changes" + 1 WHERE "id" = 'settings';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "setting_stamp_delete" AFTER DELETE ON "setting" FOR EACH ROW EXECUTE FUNCTION "setting_stamp_delete"();
--> statement-breakpoint
CREATE FUNCTION "resource_fulltext_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "fulltext_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  INSERT INTO "fulltext_due" SELECT resource_id FROM "value" WHERE linked_id = new.id AND is_public = 1 ON CONFLICT DO NOTHING;
  INSERT INTO "fulltext_due" SELECT resource_id FROM "value"
  WHERE old.is_public IS DISTINCT FROM new.is_public AND is_public = 1 AND linked_id IN (SELECT id FROM "media" WHERE item_id = new.id) ON CONFLICT DO NOTHING;
  INSERT INTO "site_page_fulltext_due" SELECT page_id FROM "site_page_block" WHERE id IN (SELECT block_id FROM "site_block_attachment" WHERE item_id IN (new.id, (SELECT item_id FROM "media" WHERE id = new.id))) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_fulltext_update" AFTER UPDATE OF title, public_title, is_public ON "resource" FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.public_title IS DISTINCT FROM new.public_title OR old.is_public IS DISTINCT FROM new.is_public) EXECUTE FUNCTION "resource_fulltext_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_change_insert" AFTER INSERT ON "resource" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "resource_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "resource_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_change_update" AFTER UPDATE ON "resource" FOR EACH ROW EXECUTE FUNCTION "resource_change_update"();
--> statement-breakpoint
CREATE FUNCTION "resource_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_change_delete" AFTER DELETE ON "resource" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "resource_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "value_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT resource_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_change_insert" AFTER INSERT ON "value" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "value_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "value_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.resource_id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT old.resource_id WHERE old.resource_id IS DISTINCT FROM new.resource_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_change_update" AFTER UPDATE ON "value" FOR EACH ROW EXECUTE FUNCTION "value_change_update"();
--> statement-breakpoint
CREATE FUNCTION "value_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT resource_id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "value_change_delete" AFTER DELETE ON "value" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "value_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "item_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_change_insert" AFTER INSERT ON "item" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "item_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "item_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_change_update" AFTER UPDATE ON "item" FOR EACH ROW EXECUTE FUNCTION "item_change_update"();
--> statement-breakpoint
CREATE FUNCTION "item_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_change_delete" AFTER DELETE ON "item" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "item_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "item_set_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_set_change_insert" AFTER INSERT ON "item_set" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "item_set_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "item_set_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_set_change_update" AFTER UPDATE ON "item_set" FOR EACH ROW EXECUTE FUNCTION "item_set_change_update"();
--> statement-breakpoint
CREATE FUNCTION "item_set_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_set_change_delete" AFTER DELETE ON "item_set" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "item_set_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "media_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM added UNION SELECT item_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_change_insert" AFTER INSERT ON "media" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "media_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "media_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" VALUES (new.item_id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT old.item_id WHERE old.item_id IS DISTINCT FROM new.item_id ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT resource_id FROM "value" WHERE linked_id = new.id AND old.item_id IS DISTINCT FROM new.item_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_change_update" AFTER UPDATE ON "media" FOR EACH ROW EXECUTE FUNCTION "media_change_update"();
--> statement-breakpoint
CREATE FUNCTION "media_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM removed UNION SELECT item_id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "media_change_delete" AFTER DELETE ON "media" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "media_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "item_site_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT item_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_site_change_insert" AFTER INSERT ON "item_site" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "item_site_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "item_site_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.item_id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT old.item_id WHERE old.item_id IS DISTINCT FROM new.item_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_site_change_update" AFTER UPDATE ON "item_site" FOR EACH ROW EXECUTE FUNCTION "item_site_change_update"();
--> statement-breakpoint
CREATE FUNCTION "item_site_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT item_id FROM removed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_site_change_delete" AFTER DELETE ON "item_site" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "item_site_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "item_item_set_change_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT item_id FROM added ON CONFLICT DO NOTHING;
  DELETE FROM "left_item_set" USING added, "resource" WHERE left_item_set.item_set_id = added.item_set_id AND left_item_set.item_id = added.item_id AND resource.id = added.item_id AND resource.is_public = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_item_set_change_insert" AFTER INSERT ON "item_item_set" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "item_item_set_change_insert"();
--> statement-breakpoint
CREATE FUNCTION "item_item_set_change_update"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" VALUES (new.item_id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" VALUES (old.item_id) ON CONFLICT DO NOTHING;
  INSERT INTO "left_item_set" SELECT old.item_set_id, old.item_id WHERE EXISTS (SELECT 1 FROM "resource_change" WHERE resource_id = old.item_id AND is_public = 1) ON CONFLICT DO NOTHING;
  DELETE FROM "left_item_set" WHERE item_set_id = new.item_set_id AND item_id = new.item_id AND EXISTS (SELECT 1 FROM "resource" WHERE id = new.item_id AND is_public = 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_item_set_change_update" AFTER UPDATE ON "item_item_set" FOR EACH ROW EXECUTE FUNCTION "item_item_set_change_update"();
--> statement-breakpoint
CREATE FUNCTION "item_item_set_change_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT DISTINCT item_id FROM removed ON CONFLICT DO NOTHING;
  INSERT INTO "left_item_set" SELECT item_set_id, item_id FROM removed WHERE item_id IN (SELECT resource_id FROM "resource_change" WHERE resource_id IN (SELECT item_id FROM removed) AND is_public = 1) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_item_set_change_delete" AFTER DELETE ON "item_item_set" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "item_item_set_change_delete"();
--> statement-breakpoint
CREATE FUNCTION "left_item_set_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "left_item_set" SELECT item_set_id, item_id FROM "item_item_set" WHERE item_id = new.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "left_item_set_hidden" AFTER UPDATE OF is_public ON "resource" FOR EACH ROW WHEN (old.is_public = 1 AND new.is_public = 0) EXECUTE FUNCTION "left_item_set_hidden"();
--> statement-breakpoint
CREATE FUNCTION "left_item_set_shown"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM "left_item_set" WHERE item_id = new.id AND item_set_id IN (SELECT item_set_id FROM "item_item_set" WHERE item_id = new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "left_item_set_shown" AFTER UPDATE OF is_public ON "resource" FOR EACH ROW WHEN (new.is_public = 1 AND old.is_public = 0) EXECUTE FUNCTION "left_item_set_shown"();
--> statement-breakpoint
CREATE FUNCTION "item_set_left_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM "left_item_set" WHERE item_set_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_set_left_delete" AFTER DELETE ON "item_set" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "item_set_left_delete"();
--> statement-breakpoint
CREATE FUNCTION "resource_change_visibility"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM "media" WHERE item_id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT item_id FROM "media" WHERE id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT item_id FROM "item_item_set" WHERE item_set_id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT resource_id FROM "value" WHERE linked_id = new.id OR linked_id IN (SELECT id FROM "media" WHERE item_id = new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_change_visibility" AFTER UPDATE OF is_public, owner_id ON "resource" FOR EACH ROW WHEN (old.is_public IS DISTINCT FROM new.is_public OR old.owner_id IS DISTINCT FROM new.owner_id) EXECUTE FUNCTION "resource_change_visibility"();
--> statement-breakpoint
CREATE FUNCTION "resource_change_title"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT resource_id FROM "value" WHERE linked_id = new.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_change_title" AFTER UPDATE OF title, public_title ON "resource" FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.public_title IS DISTINCT FROM new.public_title) EXECUTE FUNCTION "resource_change_title"();
--> statement-breakpoint
CREATE FUNCTION "property_change_term"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT resource_id FROM "value" WHERE property_id = new.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "property_change_term" AFTER UPDATE OF local_name, vocabulary_id ON "property" FOR EACH ROW WHEN (old.local_name IS DISTINCT FROM new.local_name OR old.vocabulary_id IS DISTINCT FROM new.vocabulary_id) EXECUTE FUNCTION "property_change_term"();
--> statement-breakpoint
CREATE FUNCTION "resource_class_change_term"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT id FROM "resource" WHERE class_id = new.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_class_change_term" AFTER UPDATE OF local_name, vocabulary_id ON "resource_class" FOR EACH ROW WHEN (old.local_name IS DISTINCT FROM new.local_name OR old.vocabulary_id IS DISTINCT FROM new.vocabulary_id) EXECUTE FUNCTION "resource_class_change_term"();
--> statement-breakpoint
CREATE FUNCTION "vocabulary_change_term"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "resource_change_due" SELECT resource_id FROM "value" WHERE property_id IN (SELECT id FROM "property" WHERE vocabulary_id = new.id) ON CONFLICT DO NOTHING;
  INSERT INTO "resource_change_due" SELECT id FROM "resource" WHERE class_id IN (SELECT id FROM "resource_class" WHERE vocabulary_id = new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "vocabulary_change_term" AFTER UPDATE OF prefix ON "vocabulary" FOR EACH ROW WHEN (old.prefix IS DISTINCT FROM new.prefix) EXECUTE FUNCTION "vocabulary_change_term"();
--> statement-breakpoint
CREATE FUNCTION "former_viewer_insert"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF old.viewer_id IS DISTINCT FROM new.viewer_id AND new.is_public = 0 AND old.viewer_id IN (SELECT id FROM "user") THEN
  INSERT INTO "former_viewer" VALUES (old.viewer_id, new.resource_id, new.kind, new.position, new.time) ON CONFLICT (user_id, resource_id) DO UPDATE SET position = excluded.position, time = excluded.time;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "former_viewer_insert" AFTER UPDATE OF viewer_id ON "resource_change" FOR EACH ROW EXECUTE FUNCTION "former_viewer_insert"();
--> statement-breakpoint
-- Full text: a row for each token in a part of a document (0 title, 1 text, 2 hidden), with its places in it.
CREATE TABLE "fulltext_posting" ("term" text COLLATE "C" NOT NULL, "id" bigint NOT NULL, "part" smallint NOT NULL, "positions" integer[] NOT NULL, PRIMARY KEY ("term", "id", "part"));
--> statement-breakpoint
CREATE INDEX "fulltext_posting_document" ON "fulltext_posting" ("id");
--> statement-breakpoint
CREATE TABLE "fulltext_docsize" ("id" bigint PRIMARY KEY);
--> statement-breakpoint
CREATE TABLE "site_page_fulltext_posting" ("term" text COLLATE "C" NOT NULL, "id" bigint NOT NULL, "part" smallint NOT NULL, "positions" integer[] NOT NULL, PRIMARY KEY ("term", "id", "part"));
--> statement-breakpoint
CREATE INDEX "site_page_fulltext_posting_document" ON "site_page_fulltext_posting" ("id");
--> statement-breakpoint
CREATE TABLE "site_page_fulltext_docsize" ("id" bigint PRIMARY KEY);
--> statement-breakpoint
CREATE FUNCTION "resource_indexes_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM "fulltext_posting" WHERE id IN (SELECT id FROM removed);
  DELETE FROM "fulltext_docsize" WHERE id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "resource_indexes_delete" AFTER DELETE ON "resource" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "resource_indexes_delete"();
--> statement-breakpoint
CREATE FUNCTION "site_page_fulltext_delete"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM "site_page_fulltext_posting" WHERE id = old.id;
  DELETE FROM "site_page_fulltext_docsize" WHERE id = old.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "site_page_fulltext_delete" AFTER DELETE ON "site_page" FOR EACH ROW EXECUTE FUNCTION "site_page_fulltext_delete"();
--> statement-breakpoint
-- Parts of texts, by the keys for containment.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "value_text_fold" ON "value" USING gin ("text_fold" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "value_uri_fold" ON "value" USING gin ("uri_fold" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "resource_title_fold" ON "resource" USING gin ("title_fold" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "resource_public_title_fold" ON "resource" USING gin ("public_title_fold" gin_trgm_ops);
--> statement-breakpoint
INSERT INTO "stamp" ("id", "changes") VALUES ('terms', 0), ('settings', 0);
--> statement-breakpoint
INSERT INTO "setting" ("id", "value") VALUES ('cursor_secret', '"' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') || '"');
--> statement-breakpoint
INSERT INTO "change_log" ("epoch", "position", "time", "gaps") VALUES (left(replace(gen_random_uuid()::text, '-', ''), 16), 0, 0, '[]');
--> statement-breakpoint
-- Gives the resources that were touched their entries in the log of changes; the same as in db/sqlite/resource-changes.ts.
CREATE FUNCTION log_resource_changes(now bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
  at bigint;
  added bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM resource_change_due) THEN RETURN; END IF;
  LOOP
    INSERT INTO resource_change_due
      SELECT value.resource_id FROM resource_change_due AS due JOIN resource ON resource.id = due.id
      JOIN value ON value.annotation_id = due.id WHERE resource.kind = 'value_annotation' ON CONFLICT DO NOTHING;
    EXIT WHEN NOT FOUND;
  END LOOP;
  SELECT position, greatest(now, time) INTO last, at FROM change_log;
  INSERT INTO resource_change (
    resource_id, kind, position, public_position, created, appeared, time, public_time, is_public, is_deleted, viewer_id
  )
  SELECT id, kind, position,
    CASE WHEN is_public OR was_public THEN position ELSE public_position END, coalesce(created, position),
    CASE WHEN created IS NULL OR (is_public AND NOT was_public)
      OR (NOT is_public AND viewer_id IS DISTINCT FROM former_viewer_id) THEN position ELSE appeared END,
    at, CASE WHEN is_public OR was_public THEN at ELSE public_time END, is_public::int, is_deleted::int, viewer_id
  FROM (
    SELECT due.id, coalesce(resource.kind, entry.kind) AS kind, last + row_number() OVER (ORDER BY due.id) AS position,
      resource.id IS NOT NULL AND resource.is_public = 1 AND coalesce(parent.is_public, 1) = 1 AS is_public,
      coalesce(entry.is_public, 0) = 1 AS was_public, resource.id IS NULL AS is_deleted,
      CASE WHEN entry.is_deleted = 1 THEN NULL ELSE entry.created END AS created,
      entry.appeared, entry.public_position, entry.public_time, entry.viewer_id AS former_viewer_id,
      CASE WHEN resource.id IS NULL THEN entry.viewer_id
        WHEN parent.id IS NULL OR parent.is_public = 1 THEN resource.owner_id
        WHEN resource.is_public = 1 OR resource.owner_id IS NOT DISTINCT FROM parent.owner_id THEN parent.owner_id
        END AS viewer_id
    FROM resource_change_due AS due
    LEFT JOIN resource ON resource.id = due.id
    LEFT JOIN resource_change AS entry ON entry.resource_id = due.id
    LEFT JOIN media ON media.id = due.id
    LEFT JOIN resource AS parent ON parent.id = media.item_id
    WHERE resource.kind <> 'value_annotation' OR (resource.id IS NULL AND entry.is_deleted = 0)
  ) AS changed
  ORDER BY position
  ON CONFLICT (resource_id) DO UPDATE SET
    kind = excluded.kind, position = excluded.position, public_position = excluded.public_position,
    created = excluded.created, appeared = excluded.appeared, time = excluded.time, public_time = excluded.public_time,
    is_public = excluded.is_public, is_deleted = excluded.is_deleted, viewer_id = excluded.viewer_id;
  GET DIAGNOSTICS added = ROW_COUNT;
  DELETE FROM resource_change_due;
  UPDATE change_log SET position = last + added, time = at;
END $$;
