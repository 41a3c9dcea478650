-- Counts the changes of a deal, stamps it with the time of a change, like businesses, and
-- records a former slug, so that its URL keeps working.
CREATE OR REPLACE FUNCTION "stamp_deal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
    IF NEW."slug" <> OLD."slug" THEN
      NEW."former_slugs" := OLD."former_slugs" || OLD."slug";
      -- A former slug leads to the last deal that had it.
      UPDATE "deals" SET "former_slugs" = array_remove("former_slugs", OLD."slug")
        WHERE "former_slugs" @> ARRAY[OLD."slug"] AND "id" <> NEW."id";
    END IF;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "deals_stamp" BEFORE INSERT OR UPDATE ON "deals"
  FOR EACH ROW EXECUTE FUNCTION "stamp_deal"();
