-- Counts the changes of an event, stamps it with the time of a change, like businesses, derives
-- its search column, and records a former slug, so that its URL keeps working.
CREATE OR REPLACE FUNCTION "derive_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
    IF NEW."slug" <> OLD."slug" THEN
      NEW."former_slugs" := OLD."former_slugs" || OLD."slug";
      -- A former slug leads to the last event that had it.
      UPDATE "events" SET "former_slugs" = array_remove("former_slugs", OLD."slug")
        WHERE "former_slugs" @> ARRAY[OLD."slug"] AND "id" <> NEW."id";
    END IF;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");
  NEW."city_slug" := place_slug(NEW."city");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "events_derive" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "derive_event"();

-- Deletes the stored occurrences of an event when its times change. A single event gets its
-- occurrence here. The program expands a rule in the same transaction or later.
CREATE OR REPLACE FUNCTION "reset_occurrences"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "event_expansions" WHERE "event_id" = NEW."id";
  DELETE FROM "event_occurrences" WHERE "event_id" = NEW."id";
  IF NEW."removed_at" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW."recurrence" IS NOT NULL THEN
    INSERT INTO "event_expansions" ("event_id", "expanded_until")
    VALUES (NEW."id", NEW."starts_at");
  ELSIF NEW."starts_at" <> ALL (coalesce(NEW."excluded_dates", '{}')) THEN
    INSERT INTO "event_occurrences" ("event_id", "starts_at", "ends_at")
    VALUES (NEW."id", NEW."starts_at", NEW."ends_at");
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "events_reset_occurrences_of_new" AFTER INSERT ON "events"
  FOR EACH ROW EXECUTE FUNCTION "reset_occurrences"();

CREATE OR REPLACE TRIGGER "events_reset_occurrences_of_changed" AFTER UPDATE ON "events"
  FOR EACH ROW
  WHEN ((OLD."starts_at", OLD."ends_at", OLD."recurrence", OLD."excluded_dates", OLD."removed_at")
    IS DISTINCT FROM
    (NEW."starts_at", NEW."ends_at", NEW."recurrence", NEW."excluded_dates", NEW."removed_at"))
  EXECUTE FUNCTION "reset_occurrences"();
