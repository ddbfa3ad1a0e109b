-- Seals the cursors that clients carry about.
INSERT INTO `setting` (`id`, `value`) VALUES ('cursor_secret', '"' || lower(hex(randomblob(32))) || '"');
