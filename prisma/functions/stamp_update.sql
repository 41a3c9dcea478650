-- Stamps events and deals with the time of a change, like businesses.
CREATE OR REPLACE FUNCTION "stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "events_stamp" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "stamp_update"();

CREATE OR REPLACE TRIGGER "deals_stamp" BEFORE INSERT OR UPDATE ON "deals"
  FOR EACH ROW EXECUTE FUNCTION "stamp_update"();
