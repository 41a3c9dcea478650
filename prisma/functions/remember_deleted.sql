-- Records deleted rows, so that copies of the directory learn of them. (Records that admins remove
-- stay as rows with "removed_at", except categories.)
CREATE OR REPLACE FUNCTION "remember_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_records" ("id", "type", "deleted_at")
  SELECT gone."id", TG_ARGV[0], "changed_at" FROM gone, "directory_version"
  ON CONFLICT ("id") DO UPDATE SET "type" = excluded."type", "deleted_at" = excluded."deleted_at";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_remember_deleted" AFTER DELETE ON "businesses"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('business');

CREATE OR REPLACE TRIGGER "categories_remember_deleted" AFTER DELETE ON "categories"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('category');

CREATE OR REPLACE TRIGGER "events_remember_deleted" AFTER DELETE ON "events"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('event');

CREATE OR REPLACE TRIGGER "deals_remember_deleted" AFTER DELETE ON "deals"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('deal');
