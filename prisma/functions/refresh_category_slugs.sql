-- Keeps businesses.category_slugs equal to business_categories, as a sorted list. A writer that
-- sets both at once avoids the second update of the row.
CREATE OR REPLACE FUNCTION "refresh_category_slugs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "businesses" b SET "category_slugs" = present.slugs
  FROM (
    SELECT touched."business_id",
           coalesce(array_agg(c."slug" ORDER BY c."slug" COLLATE "C") FILTER (WHERE c."slug" IS NOT NULL), '{}') AS slugs
    FROM (SELECT DISTINCT "business_id" FROM changed) touched
    LEFT JOIN "business_categories" bc ON bc."business_id" = touched."business_id"
    LEFT JOIN "categories" c ON c."id" = bc."category_id"
    GROUP BY touched."business_id"
  ) present
  WHERE b."id" = present."business_id" AND b."category_slugs" IS DISTINCT FROM present.slugs;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "business_categories_inserted" AFTER INSERT ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_deleted" AFTER DELETE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_updated_to" AFTER UPDATE ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_updated_from" AFTER UPDATE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();
