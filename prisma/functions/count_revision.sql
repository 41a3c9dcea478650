-- Counts the changes of a record, for optimistic locking.
CREATE OR REPLACE FUNCTION "count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_count_revision" BEFORE UPDATE ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();

CREATE OR REPLACE TRIGGER "events_count_revision" BEFORE UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();

CREATE OR REPLACE TRIGGER "deals_count_revision" BEFORE UPDATE ON "deals"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();

CREATE OR REPLACE TRIGGER "search_synonyms_count_revision" BEFORE UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();
