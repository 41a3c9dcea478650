-- Updates the records of businesses when the name or slug of a category changes.
CREATE OR REPLACE FUNCTION "refresh_businesses_of_categories"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "businesses" b
  SET "search_vector" = NULL,
      "category_slugs" = ARRAY(
        SELECT c."slug" FROM "business_categories" bc JOIN "categories" c ON c."id" = bc."category_id"
        WHERE bc."business_id" = b."id" ORDER BY c."slug" COLLATE "C")
  WHERE b."id" IN (
    SELECT bc."business_id"
    FROM before JOIN after USING ("id") JOIN "business_categories" bc ON bc."category_id" = before."id"
    WHERE (before."slug", before."name") IS DISTINCT FROM (after."slug", after."name"));
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_updated" AFTER UPDATE ON "categories"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "refresh_businesses_of_categories"();
