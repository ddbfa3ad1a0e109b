ALTER TABLE "imported_record" ADD "digest" bigint;
