-- Increments the directory version at the first change of a transaction, which locks it until the
-- transaction ends. Therefore the timestamps of records follow the order in which
-- transactions commit, no two transactions share a timestamp, and a reader who has read everything
-- up to a timestamp has missed nothing.
CREATE OR REPLACE FUNCTION "move_directory_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
  UPDATE "directory_version"
  SET "version" = "version" + 1,
      "changed_at" = greatest(clock_timestamp(), "changed_at" + interval '1 millisecond'),
      "changed_by" = this_transaction
  WHERE "changed_by" IS DISTINCT FROM this_transaction;
  RETURN NULL;
END;
$$;

DO $$
DECLARE
  tables text[] := ARRAY['businesses', 'categories', 'business_categories', 'events', 'deals',
    'search_synonyms', 'regions', 'sources'];
  name text;
BEGIN
  FOREACH name IN ARRAY tables LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER "%1$s_move_directory_version"
         BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "%1$s"
         FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"()',
      name);
  END LOOP;
END;
$$;

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

-- TRUNCATE reports no individual rows, so copies of the directory must start over.
CREATE OR REPLACE FUNCTION "begin_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "directory_version" SET "epoch" = gen_random_uuid();
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_begin_epoch" AFTER TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "categories_begin_epoch" AFTER TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "events_begin_epoch" AFTER TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "deals_begin_epoch" AFTER TRUNCATE ON "deals"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();
