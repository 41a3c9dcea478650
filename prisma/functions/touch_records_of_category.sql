-- Updates events and child categories when a category changes. Their records contain its name or
-- slug.
CREATE OR REPLACE FUNCTION "touch_records_of_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "category_id" = NEW."id";
  IF NEW."slug" <> OLD."slug" THEN
    UPDATE "categories" SET "revision" = "revision" WHERE "parent_id" = NEW."id";
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_touch_records" AFTER UPDATE ON "categories"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name") IS DISTINCT FROM (NEW."slug", NEW."name"))
  EXECUTE FUNCTION "touch_records_of_category"();
