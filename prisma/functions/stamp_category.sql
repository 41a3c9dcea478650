-- Counts the changes of categories, and stamps them with the time of a change, like businesses, and
-- with the time of a new name.
CREATE OR REPLACE FUNCTION "stamp_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  IF TG_OP = 'INSERT' OR NEW."name" <> OLD."name" THEN
    NEW."named_at" := NEW."updated_at";
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_stamp" BEFORE INSERT OR UPDATE ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "stamp_category"();
