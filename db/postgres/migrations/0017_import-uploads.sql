CREATE TABLE "import_upload" (
  "id" text COLLATE "C" PRIMARY KEY,
  "owner_id" bigint REFERENCES "user" ("id") ON DELETE SET NULL,
  "filename" text COLLATE "C" NOT NULL,
  "extension" text COLLATE "C" NOT NULL,
  "format" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "created" bigint NOT NULL,
  "choices" text COLLATE "C",
  "job_id" bigint
);
CREATE INDEX "import_upload_owner" ON "import_upload" ("owner_id");
