-- Derives the stored columns of a business: the time and number of its change, its search and sort
-- keys, and its JSON. Records the old slug when the slug changes.
--
-- "edited_at" is the time of the last change that copies of the directory receive as a change of the
-- business itself. Renaming a category changes all of its businesses. Copies receive only the change
-- of the category, unless it reorders the categories of the business.
--
-- Without generic plans, PostgreSQL would plan the queries of these functions again for each row.
CREATE OR REPLACE FUNCTION "derive_business"() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  else_changed "businesses";
  former jsonb;
  present jsonb;
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

  IF TG_OP = 'UPDATE' THEN
    else_changed := NEW;
    else_changed."search_vector" := OLD."search_vector";
    else_changed."record" := OLD."record";
    else_changed."updated_at" := OLD."updated_at";
    else_changed."revision" := OLD."revision";
    else_changed."edited_at" := OLD."edited_at";
    IF else_changed IS NOT DISTINCT FROM OLD THEN
      former := OLD."record"::jsonb -> 'categories';
      present := NEW."record"::jsonb -> 'categories';
      IF former <> present
        AND jsonb_path_query_array(former, '$[*].slug') = jsonb_path_query_array(present, '$[*].slug')
      THEN
        NEW."edited_at" := OLD."edited_at";
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  NEW."edited_at" := NEW."updated_at";
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_derive" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "derive_business"();
