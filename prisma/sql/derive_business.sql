-- Derives what a row of businesses keeps ready: the time and number of its change, what it is found
-- and sorted by, and its JSON. A changed slug is remembered as a former one.
CREATE OR REPLACE FUNCTION "derive_business"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  category_names text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."updated_at" := OLD."updated_at";
    NEW."revision" := OLD."revision";
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
    NEW."revision" := OLD."revision" + 1;
    IF NEW."slug" <> OLD."slug" THEN
      INSERT INTO "former_slugs" ("slug", "business_id") VALUES (OLD."slug", OLD."id")
        ON CONFLICT ("slug") DO UPDATE SET "business_id" = excluded."business_id";
    END IF;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");

  IF TG_OP = 'INSERT' OR NEW."search" IS NULL
    OR (NEW."name", NEW."description", NEW."city", NEW."county", NEW."category_slugs", NEW."hours")
       IS DISTINCT FROM
       (OLD."name", OLD."description", OLD."city", OLD."county", OLD."category_slugs", OLD."hours")
  THEN
    SELECT string_agg("name", ' ') INTO category_names
    FROM "categories" WHERE "slug" = ANY (NEW."category_slugs");
    NEW."name_key" := fold(NEW."name");
    NEW."city_slug" := place_slug(NEW."city");
    NEW."county_slug" := place_slug(NEW."county");
    NEW."open_minutes" := open_minutes(NEW."hours");
    -- Term by term: one expression without a subquery keeps the state of the functions in it.
    NEW."search" := search_vector(NEW."name", 'A') || search_vector(category_names, 'B')
      || search_vector(NEW."city", 'C') || search_vector(NEW."description", 'D');
  END IF;
  NEW."record" := business_record(NEW);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_derive" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "derive_business"();
