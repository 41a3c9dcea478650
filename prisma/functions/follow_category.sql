-- Follows a change of a category. Events, deals and child categories are updated, because their
-- records contain its name or slug. The old slug is recorded, so that its URL keeps working.
CREATE OR REPLACE FUNCTION "follow_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "category_id" = NEW."id";
  UPDATE "deals" SET "revision" = "revision" WHERE "business_id" IN (
    SELECT "business_id" FROM "business_categories" WHERE "category_id" = NEW."id");
  IF NEW."slug" <> OLD."slug" THEN
    UPDATE "categories" SET "revision" = "revision" WHERE "parent_id" = NEW."id";
    INSERT INTO "former_category_slugs" ("slug", "category_id") VALUES (OLD."slug", OLD."id")
      ON CONFLICT ("slug") DO UPDATE SET "category_id" = excluded."category_id";
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_follow" AFTER UPDATE ON "categories"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name") IS DISTINCT FROM (NEW."slug", NEW."name"))
  EXECUTE FUNCTION "follow_category"();
