-- Counts the changes of an event, stamps it with the time of a change, like businesses, and derives
-- its search column.
CREATE OR REPLACE FUNCTION "derive_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");
  NEW."city_slug" := place_slug(NEW."city");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "events_derive" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "derive_event"();
