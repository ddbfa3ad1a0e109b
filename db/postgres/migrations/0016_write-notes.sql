CREATE TABLE "write_note" (
  "position" bigint PRIMARY KEY,
  "everything" bigint NOT NULL,
  "ids" text COLLATE "C",
  "change" bigint
);

-- Transactions of other programs than Vitrine.
CREATE TABLE "foreign_write" ("id" bigint PRIMARY KEY);
