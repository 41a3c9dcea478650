-- Records the old slug of a category, so that its URL keeps working.
CREATE OR REPLACE FUNCTION "remember_category_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "former_category_slugs" ("slug", "category_id") VALUES (OLD."slug", OLD."id")
    ON CONFLICT ("slug") DO UPDATE SET "category_id" = excluded."category_id";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_remember_slug" AFTER UPDATE ON "categories"
  FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "remember_category_slug"();
