-- Returns the JSON of a business as the API returns it, with only the path as its url. It is stored
-- with the row, because building the JSON of a page takes four times as long as reading it. Unlike
-- json_build_object and jsonb, row_to_json writes no spaces.
CREATE OR REPLACE FUNCTION "business_record"(b "businesses") RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  rfc3339 CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
BEGIN
  RETURN (SELECT row_to_json(r) FROM (
    SELECT b."id", b."slug", b."name", b."status",
      ARRAY(
        SELECT row_to_json(c) FROM (SELECT "slug", "name" FROM "categories"
          WHERE "slug" = ANY (b."category_slugs") ORDER BY "name", "slug") AS c
      ) AS "categories",
      (SELECT row_to_json(a) FROM (SELECT b."street", b."unit", b."city", b."county", b."state",
        b."postal_code" AS "postalCode") AS a) AS "address",
      CASE WHEN b."latitude" IS NOT NULL AND b."longitude" IS NOT NULL THEN
        (SELECT row_to_json(l) FROM (SELECT b."latitude", b."longitude", b."precision") AS l)
      END AS "location",
      (SELECT row_to_json(s) FROM (SELECT b."social" -> 'facebook' AS "facebook",
        b."social" -> 'instagram' AS "instagram", b."social" -> 'linkedin' AS "linkedin",
        b."social" -> 'tiktok' AS "tiktok", b."social" -> 'twitter' AS "twitter",
        b."social" -> 'youtube' AS "youtube") AS s) AS "social",
      ARRAY(
        SELECT row_to_json(h) FROM jsonb_to_recordset(b."hours") AS h("day" text, "opens" text, "closes" text)
      ) AS "hours",
      ARRAY(
        SELECT row_to_json(d) FROM (
          SELECT s."date", s."closed", ARRAY(
            SELECT row_to_json(h) FROM jsonb_to_recordset(s."hours") AS h("opens" text, "closes" text)
          ) AS "hours", s."name"
          FROM jsonb_to_recordset(b."special_hours")
            AS s("date" text, "closed" boolean, "hours" jsonb, "name" text)
        ) AS d
      ) AS "specialHours",
      (SELECT row_to_json(a) FROM (SELECT b."attributes" -> 'wheelchair' AS "wheelchair",
        CASE WHEN b."attributes" ? 'languages' THEN
          ARRAY(SELECT jsonb_array_elements_text(b."attributes" -> 'languages'))
        END AS "languages",
        CASE WHEN b."attributes" ? 'payment' THEN
          ARRAY(SELECT jsonb_array_elements_text(b."attributes" -> 'payment'))
        END AS "payment",
        b."attributes" -> 'wifi' AS "wifi",
        b."attributes" -> 'outdoorSeating' AS "outdoorSeating",
        b."attributes" -> 'takeout' AS "takeout", b."attributes" -> 'delivery' AS "delivery",
        b."attributes" -> 'reservations' AS "reservations",
        b."attributes" -> 'parking' AS "parking", b."attributes" -> 'restroom' AS "restroom",
        b."attributes" -> 'appointmentOnly' AS "appointmentOnly") AS a) AS "attributes",
      ARRAY(
        SELECT row_to_json(i) FROM jsonb_to_recordset(b."identifiers") AS i("scheme" text, "value" text)
      ) AS "identifiers",
      b."confirmed_on" AS "confirmedOn", b."confirmed_by" AS "confirmedBy",
      b."description", b."legal_name" AS "legalName", b."phone", b."email", b."website",
      b."established_on" AS "establishedOn", b."price_level" AS "priceLevel",
      '/api/v1/businesses/' || b."slug" AS "url",
      to_char(b."created_at" AT TIME ZONE 'UTC', rfc3339) AS "createdAt",
      to_char(b."updated_at" AT TIME ZONE 'UTC', rfc3339) AS "updatedAt",
      to_char(b."removed_at" AT TIME ZONE 'UTC', rfc3339) AS "removedAt"
  ) AS r)::text;
END;
$$;

-- Derives the stored columns of a business: the time and number of its change, its sort keys, and
-- its JSON. Records the old slug when the slug changes.
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

  IF TG_OP = 'INSERT' OR (NEW."name", NEW."city", NEW."county") IS DISTINCT FROM (OLD."name", OLD."city", OLD."county") THEN
    NEW."name_key" := fold(NEW."name");
    NEW."city_slug" := place_slug(NEW."city");
    NEW."county_slug" := place_slug(NEW."county");
  END IF;
  NEW."record" := business_record(NEW);

  IF TG_OP = 'UPDATE' THEN
    else_changed := NEW;
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

-- Updates events and deals when their business changes. Their records contain its name, those of
-- deals also its categories and city, and deals are removed along with it.
CREATE OR REPLACE FUNCTION "touch_records_of_business"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  UPDATE "deals" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_touch_records" AFTER UPDATE ON "businesses"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name", OLD."city", OLD."category_slugs", OLD."removed_at")
    IS DISTINCT FROM (NEW."slug", NEW."name", NEW."city", NEW."category_slugs", NEW."removed_at"))
  EXECUTE FUNCTION "touch_records_of_business"();
