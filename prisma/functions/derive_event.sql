-- Derives the search columns of events.
CREATE OR REPLACE FUNCTION "derive_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."city_slug" := place_slug(NEW."city");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "events_derive" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "derive_event"();
