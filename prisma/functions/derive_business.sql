-- Derives the stored columns of a business: the time and number of its change, its search and sort
-- keys, and its JSON. Records the old slug when the slug changes.
CREATE OR REPLACE FUNCTION "derive_business"() RETURNS trigger LANGUAGE plpgsql AS $$
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

  IF TG_OP = 'INSERT' OR NEW."search_vector" IS NULL
    OR (NEW."name", NEW."legal_name", NEW."description", NEW."street", NEW."city", NEW."county", NEW."postal_code", NEW."phone",
        NEW."category_slugs")
       IS DISTINCT FROM
       (OLD."name", OLD."legal_name", OLD."description", OLD."street", OLD."city", OLD."county", OLD."postal_code", OLD."phone",
        OLD."category_slugs")
  THEN
    NEW."name_key" := fold(NEW."name");
    NEW."city_slug" := place_slug(NEW."city");
    NEW."county_slug" := place_slug(NEW."county");
    NEW."search_vector" := business_search_vector(NEW);
  END IF;
  NEW."record" := business_record(NEW);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_derive" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "derive_business"();
