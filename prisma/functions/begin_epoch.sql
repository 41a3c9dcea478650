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
