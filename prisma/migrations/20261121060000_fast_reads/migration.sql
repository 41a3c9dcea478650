-- Loads pg_trgm into this session: before that, only a superuser may give its setting to a function.
DO $$ BEGIN PERFORM show_limit(); END $$;

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN "number" INTEGER,
ADD COLUMN "record" TEXT NOT NULL DEFAULT '';

-- SERIAL by hand: at once, it rewrites the table, and nobody reads meanwhile.
CREATE SEQUENCE "businesses_number_seq" AS integer OWNED BY "businesses"."number";
ALTER TABLE "businesses" ALTER COLUMN "number" SET DEFAULT nextval('businesses_number_seq');

-- AlterTable
ALTER TABLE "directory_version" ADD COLUMN "lists_since" BIGINT NOT NULL DEFAULT 0;

-- A row is longer with its record than what PostgreSQL keeps in one piece by default. Pages are read
-- from these rows, so they are kept whole.
ALTER TABLE "businesses" SET (toast_tuple_target = 8160);

-- The same derivations as before, in PL/pgSQL: it keeps the plans of its statements, while a function
-- in SQL that is not inlined is planned anew for each row. A row costs a fifth of the time.

CREATE OR REPLACE FUNCTION "search_text"(words text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := fold(words);
BEGIN
  IF folded !~ '\m(st|saint|street|mt|mount|ft|fort)\M' THEN
    RETURN folded;
  END IF;
  RETURN folded
    || CASE WHEN folded ~ '\mst\M' THEN ' saint street' ELSE '' END
    || CASE WHEN folded ~ '\m(saint|street)\M' THEN ' st' ELSE '' END
    || CASE WHEN folded ~ '\mmt\M' THEN ' mount' WHEN folded ~ '\mmount\M' THEN ' mt' ELSE '' END
    || CASE WHEN folded ~ '\mft\M' THEN ' fort' WHEN folded ~ '\mfort\M' THEN ' ft' ELSE '' END;
END;
$$;

CREATE OR REPLACE FUNCTION "search_vector"(words text, weight "char") RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  prepared text;
BEGIN
  IF words IS NULL THEN
    RETURN '';
  END IF;
  prepared := search_text(left(words, 20000));
  RETURN setweight(to_tsvector('simple', prepared) || to_tsvector('english', prepared), weight);
END;
$$;

CREATE OR REPLACE FUNCTION "open_minutes"(hours jsonb) RETURNS int4multirange
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  days CONSTANT text[] :=
    ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  times CONSTANT text := '^\d\d:\d\d$';
  entry jsonb;
  opens text;
  closes text;
  start int;
  stop int;
  result int4multirange := '{}';
BEGIN
  IF jsonb_typeof(hours) IS DISTINCT FROM 'array' THEN
    RETURN result;
  END IF;
  FOR entry IN SELECT jsonb_array_elements(hours) LOOP
    opens := entry ->> 'opens';
    closes := entry ->> 'closes';
    CONTINUE WHEN opens !~ times OR closes !~ times;
    start := 1440 * (array_position(days, entry ->> 'day') - 1)
      + 60 * left(opens, 2)::int + right(opens, 2)::int;
    stop := start + 60 * (left(closes, 2)::int - left(opens, 2)::int)
      + right(closes, 2)::int - right(opens, 2)::int;
    stop := stop + CASE WHEN closes <= opens THEN 1440 ELSE 0 END;
    CONTINUE WHEN (start < stop) IS NOT TRUE;
    result := result + int4multirange(
      int4range(start, least(stop, 10080)), int4range(0, greatest(stop - 10080, 0)));
  END LOOP;
  RETURN result;
END;
$$;


-- What a text that somebody searches for matches: anywhere in a record, in its name or categories
-- only, and in its name only. It is to be asked for once a search: a function in a condition is
-- evaluated for each row that is looked at, and the planner cannot tell how many rows it lets pass.
--
-- All words are needed, in any order; each of two letters or more may be the beginning of a longer
-- one. A word that nothing in the directory begins with is read as those of the directory that it may
-- be a slip for: a letter more, less or other, or two neighbours swapped; in eight letters or more,
-- two such slips. The trigrams only narrow down what is compared.
CREATE FUNCTION "search_queries"(
  sought text, OUT anywhere tsquery, OUT in_name_or_category tsquery, OUT in_name tsquery
) LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = 0.1 AS $$
DECLARE
  tokens text[] := (regexp_split_to_array(fold(sought), ' '))[1:12];
  token text;
  literal text;
  prefix text;
  stem tsquery;
  slips int;
  near text[];
BEGIN
  anywhere := '';
  in_name_or_category := '';
  in_name := '';
  FOREACH token IN ARRAY tokens LOOP
    CONTINUE WHEN token = '';
    literal := quote_literal(token);
    prefix := CASE WHEN length(token) >= 2 THEN '*' ELSE '' END;
    stem := to_tsquery('english', literal);
    -- "the" and its like narrow nothing down, unless they are all there is.
    CONTINUE WHEN numnode(stem) = 0 AND cardinality(tokens) > 1;
    IF EXISTS (SELECT FROM search_words
               WHERE word >= token AND word < token || U&'\+10FFFF'
                  OR word = btrim(stem::text, '''')) THEN
      anywhere := anywhere && (to_tsquery('simple', literal || ':' || prefix) || stem);
      in_name_or_category := in_name_or_category
        && (to_tsquery('simple', literal || ':AB' || prefix) || to_tsquery('english', literal || ':AB'));
      in_name := in_name
        && (to_tsquery('simple', literal || ':A' || prefix) || to_tsquery('english', literal || ':A'));
      CONTINUE;
    END IF;
    slips := CASE WHEN length(token) >= 8 THEN 2 ELSE 1 END;
    SELECT array_agg(quote_literal(word)) INTO near
    FROM (
      SELECT word FROM search_words
      WHERE length(token) BETWEEN 4 AND 40 AND word % token
        AND abs(length(word) - length(token)) <= slips
        AND (levenshtein_less_equal(word, token, slips) <= slips
          OR levenshtein_less_equal(word, token, 2) = 2 AND sorted_letters(word) = sorted_letters(token))
      ORDER BY levenshtein_less_equal(word, token, slips), word
      LIMIT 20
    ) AS candidates;
    near := coalesce(near, ARRAY[literal]);
    anywhere := anywhere && to_tsquery('simple', array_to_string(near, '|'));
    in_name_or_category := in_name_or_category
      && to_tsquery('simple', array_to_string(near, ':AB|') || ':AB');
    in_name := in_name && to_tsquery('simple', array_to_string(near, ':A|') || ':A');
  END LOOP;
END;
$$;

-- A business as callers see it; only the origin is missing from its address. Made when the business
-- changes: making the JSON of a page costs four times as much as reading it.
CREATE FUNCTION "business_record"(b "businesses") RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  rfc3339 CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
BEGIN
  RETURN (SELECT row_to_json(r) FROM (
    SELECT b."id", b."slug", b."name", b."description", b."status",
      ARRAY(
        SELECT row_to_json(c) FROM (SELECT "slug", "name" FROM "categories"
          WHERE "slug" = ANY (b."category_slugs") ORDER BY "name", "slug") AS c
      ) AS "categories",
      json_build_object('street', b."street", 'unit', b."unit", 'city', b."city", 'county', b."county",
        'state', b."state", 'postalCode', b."postal_code") AS "address",
      CASE WHEN b."latitude" IS NOT NULL AND b."longitude" IS NOT NULL THEN json_build_object(
        'latitude', b."latitude", 'longitude', b."longitude", 'precision', b."precision")
      END AS "location",
      b."phone", b."email", b."website",
      json_build_object('facebook', b."social" -> 'facebook', 'instagram', b."social" -> 'instagram',
        'linkedin', b."social" -> 'linkedin', 'tiktok', b."social" -> 'tiktok',
        'twitter', b."social" -> 'twitter', 'youtube', b."social" -> 'youtube') AS "social",
      b."hours",
      b."established_on" AS "establishedOn",
      '/api/v1/businesses/' || b."slug" AS "url",
      to_char(b."created_at" AT TIME ZONE 'UTC', rfc3339) AS "createdAt",
      to_char(b."updated_at" AT TIME ZONE 'UTC', rfc3339) AS "updatedAt",
      to_char(b."removed_at" AT TIME ZONE 'UTC', rfc3339) AS "removedAt"
  ) AS r)::text;
END;
$$;

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

-- Lists that are kept in memory

-- A list made at one version is brought up to the next by the rows that were updated in between,
-- unless rows vanished or the tree of categories changed: lists from before are then made anew.
CREATE FUNCTION "end_lists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "directory_version" SET "lists_since" = "version" WHERE "lists_since" <> "version";
  RETURN NULL;
END;
$$;

CREATE TRIGGER "businesses_end_lists" AFTER DELETE OR TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "end_lists"();
CREATE TRIGGER "categories_end_lists" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "end_lists"();

-- Step in batches: records from before this migration
--
-- Nothing that callers see changes, so no revision moves.
ALTER TABLE "businesses" DISABLE TRIGGER USER;
UPDATE "businesses" b SET "record" = business_record(b), "number" = nextval('businesses_number_seq')
WHERE b."id" IN (SELECT "id" FROM "businesses" WHERE "number" IS NULL LIMIT ALL);
ALTER TABLE "businesses" ENABLE TRIGGER USER;

-- Step: every business has a number
--
-- A constraint that holds spares SET NOT NULL to look through the table while nobody reads.
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_have_numbers" CHECK ("number" IS NOT NULL) NOT VALID;

-- Step: that holds for all
ALTER TABLE "businesses" VALIDATE CONSTRAINT "businesses_have_numbers";

-- Step: indexes
--
-- With the number, status and removal in them, lists are made from the indexes alone.

-- CreateIndex
CREATE UNIQUE INDEX "businesses_number_key" ON "businesses"("number");

-- CreateIndex
CREATE INDEX "businesses_by_name_idx" ON "businesses"("name_key", "id", "number", "status", "removed_at", "open_minutes");

-- CreateIndex
CREATE INDEX "businesses_by_updated_idx" ON "businesses"("updated_at", "id", "number", "status", "removed_at");

-- CreateIndex
CREATE INDEX "businesses_by_created_idx" ON "businesses"("created_at", "id", "number", "status", "removed_at");

-- CreateIndex
CREATE INDEX "businesses_by_city_idx" ON "businesses"("city_slug", "name_key", "id", "number", "status", "removed_at");

-- CreateIndex
CREATE INDEX "businesses_by_county_idx" ON "businesses"("county_slug", "name_key", "id", "number", "status", "removed_at");

-- CreateIndex
CREATE INDEX "businesses_by_postal_code_idx" ON "businesses"("postal_code", "name_key", "id", "number", "status", "removed_at");

-- CreateIndex
CREATE INDEX "businesses_by_place_idx" ON "businesses"("latitude", "longitude", "name_key", "id", "number", "status", "removed_at");

-- Step: what the former version read by

-- AlterTable
ALTER TABLE "businesses" ALTER COLUMN "number" SET NOT NULL;
ALTER TABLE "businesses" DROP CONSTRAINT "businesses_have_numbers";

DROP FUNCTION "search_query";

-- DropIndex
DROP INDEX "businesses_latitude_longitude_idx";

-- DropIndex
DROP INDEX "businesses_name_key_id_idx";

-- DropIndex
DROP INDEX "businesses_updated_at_id_idx";

-- DropIndex
DROP INDEX "businesses_created_at_id_idx";

-- DropIndex
DROP INDEX "businesses_city_slug_name_key_id_idx";

-- DropIndex
DROP INDEX "businesses_county_slug_name_key_id_idx";

-- DropIndex
DROP INDEX "businesses_postal_code_name_key_id_idx";
