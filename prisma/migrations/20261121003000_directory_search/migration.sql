CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- AlterTable
ALTER TABLE "directory_version" ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "changed_by" BIGINT;

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN "category_slugs" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "city_slug" TEXT,
ADD COLUMN "county_slug" TEXT,
ADD COLUMN "name_key" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN "open_minutes" int4multirange,
ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "search" tsvector;

-- AlterTable
ALTER TABLE "categories" ADD COLUMN "parent_id" UUID,
ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "former_slugs" (
    "slug" TEXT NOT NULL,
    "business_id" UUID NOT NULL,

    CONSTRAINT "former_slugs_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE INDEX "categories_parent_id_idx" ON "categories"("parent_id");

-- CreateIndex
CREATE INDEX "former_slugs_business_id_idx" ON "former_slugs"("business_id");

-- CreateIndex
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The version
--
-- Whoever changes the directory first locks its version, and holds it to the end of the transaction:
-- the times that records are stamped with are in the order in which their transactions commit. So
-- somebody who has read all up to one time has missed nothing older.

DROP TRIGGER "businesses_move_directory_version" ON "businesses";
DROP TRIGGER "categories_move_directory_version" ON "categories";
DROP TRIGGER "business_categories_move_directory_version" ON "business_categories";

CREATE OR REPLACE FUNCTION "move_directory_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
  UPDATE "directory_version"
  SET "version" = "version" + 1,
      "changed_at" = greatest(clock_timestamp(), "changed_at"),
      "changed_by" = this_transaction
  WHERE "changed_by" IS DISTINCT FROM this_transaction;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "businesses_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
CREATE TRIGGER "categories_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
CREATE TRIGGER "business_categories_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "business_categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();


-- Words

-- Lower case, no accents, no punctuation, single spaces: "Café  O'Neil's!" is "cafe oneils".
CREATE FUNCTION "fold"(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(lower(unaccent(words)), '[''`]', '', 'g'),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))
$$;

-- What a city or county is called in a query, however it is written: "St. Louis" is "saint-louis".
CREATE FUNCTION "place_slug"(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(
    regexp_replace(regexp_replace(regexp_replace(fold(name),
      '^st(e?) ', 'saint\1 '), '^mt ', 'mount '), '^ft ', 'fort '),
    ' ', '-')
$$;

-- Folded words, with what each abbreviation may stand for.
CREATE FUNCTION "search_text"(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT folded
    || CASE WHEN folded ~ '\mst\M' THEN ' saint street' ELSE '' END
    || CASE WHEN folded ~ '\m(saint|street)\M' THEN ' st' ELSE '' END
    || CASE WHEN folded ~ '\mmt\M' THEN ' mount' WHEN folded ~ '\mmount\M' THEN ' mt' ELSE '' END
    || CASE WHEN folded ~ '\mft\M' THEN ' fort' WHEN folded ~ '\mfort\M' THEN ' ft' ELSE '' END
  FROM fold(words) AS folded
$$;

-- Words as they are written (for prefixes) and as their English stems (for "breweries").
CREATE FUNCTION "search_vector"(words text, weight "char") RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', prepared) || to_tsvector('english', prepared), weight)
  FROM search_text(coalesce(left(words, 20000), '')) AS prepared
$$;

CREATE FUNCTION "sorted_letters"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(letter ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;

-- What a text that somebody searches for matches. All words are needed, in any order; each may be
-- the beginning of a longer one. A word that nothing in the directory begins with is read as those
-- of the directory that it may be a slip for: a letter more, less or other, or two neighbours
-- swapped; in eight letters or more, two such slips. The trigrams only narrow down what is compared.
CREATE FUNCTION "search_query"(sought text) RETURNS tsquery
  LANGUAGE plpgsql STABLE SET pg_trgm.similarity_threshold = 0.1 AS $$
DECLARE
  tokens text[] := (regexp_split_to_array(fold(sought), ' '))[1:12];
  token text;
  stem tsquery;
  slips int;
  near tsquery;
  result tsquery := '';
BEGIN
  FOREACH token IN ARRAY tokens LOOP
    CONTINUE WHEN token = '';
    stem := to_tsquery('english', quote_literal(token));
    -- "the" and its like narrow nothing down, unless they are all there is.
    CONTINUE WHEN numnode(stem) = 0 AND cardinality(tokens) > 1;
    IF EXISTS (SELECT FROM search_words
               WHERE word >= token AND word < token || U&'\+10FFFF'
                  OR word = btrim(stem::text, '''')) THEN
      result := result && (to_tsquery('simple', quote_literal(token) || ':*') || stem);
      CONTINUE;
    END IF;
    slips := CASE WHEN length(token) >= 8 THEN 2 ELSE 1 END;
    SELECT to_tsquery('simple', string_agg(quote_literal(word), '|')) INTO near
    FROM (
      SELECT word FROM search_words
      WHERE length(token) BETWEEN 4 AND 40 AND word % token
        AND abs(length(word) - length(token)) <= slips
        AND (levenshtein_less_equal(word, token, slips) <= slips
          OR levenshtein_less_equal(word, token, 2) = 2 AND sorted_letters(word) = sorted_letters(token))
      ORDER BY levenshtein_less_equal(word, token, slips), word
      LIMIT 20
    ) AS candidates;
    result := result && coalesce(near, to_tsquery('simple', quote_literal(token)));
  END LOOP;
  RETURN result;
END;
$$;


-- Places and times

-- Along the great circle of a sphere with the Earth's mean radius (haversine formula).
CREATE FUNCTION "metres_between"(
  lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT 2 * 6371008.8 * asin(sqrt(least(1,
    sin(radians(lat2 - lat1) / 2) ^ 2
    + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
$$;

-- The minutes of a week, from Monday 00:00, that fall into opening hours. Sunday night runs into Monday.
CREATE FUNCTION "open_minutes"(hours jsonb) RETURNS int4multirange
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH entries AS (
    SELECT
      1440 * (array_position(
        ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        entry ->> 'day') - 1) AS day,
      60 * substring(entry ->> 'opens' FROM '^(\d\d):\d\d$')::int
        + substring(entry ->> 'opens' FROM '^\d\d:(\d\d)$')::int AS opens,
      60 * substring(entry ->> 'closes' FROM '^(\d\d):\d\d$')::int
        + substring(entry ->> 'closes' FROM '^\d\d:(\d\d)$')::int AS closes
    FROM jsonb_array_elements(CASE jsonb_typeof(hours) WHEN 'array' THEN hours ELSE '[]' END) AS entry
  ), spans AS (
    SELECT day + opens AS start,
           day + closes + CASE WHEN closes <= opens THEN 1440 ELSE 0 END AS stop
    FROM entries
  )
  SELECT coalesce(range_agg(span) FILTER (WHERE span IS NOT NULL), '{}')
  FROM spans, LATERAL (VALUES
    (int4range(start, least(stop, 10080))),
    (int4range(0, greatest(stop - 10080, 0)))
  ) AS pieces(span)
  WHERE start < stop
$$;

-- The given categories and all below them.
CREATE FUNCTION "category_subtree"(slugs text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE subtree AS (
    SELECT "id", "slug" FROM "categories" WHERE "slug" = ANY (slugs)
    UNION
    SELECT c."id", c."slug" FROM "categories" c JOIN subtree s ON c."parent_id" = s."id"
  )
  SELECT coalesce(array_agg("slug"), '{}') FROM subtree
$$;


-- What is derived from a record, kept in step with it

CREATE FUNCTION "derive_business"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    NEW."name_key" := fold(NEW."name");
    NEW."city_slug" := place_slug(NEW."city");
    NEW."county_slug" := place_slug(NEW."county");
    NEW."open_minutes" := open_minutes(NEW."hours");
    NEW."search" := search_vector(NEW."name", 'A')
      || search_vector(
           (SELECT string_agg("name", ' ') FROM "categories" WHERE "slug" = ANY (NEW."category_slugs")), 'B')
      || search_vector(NEW."city", 'C')
      || search_vector(NEW."description", 'D');
  END IF;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "businesses_derive" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "derive_business"();

CREATE FUNCTION "learn_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_words" ("word")
  SELECT DISTINCT w.word FROM changed, unnest(tsvector_to_array(changed."search")) AS w(word)
  WHERE length(w.word) <= 40 AND NOT EXISTS (SELECT FROM "search_words" known WHERE known."word" = w.word)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "businesses_learn_inserted_words" AFTER INSERT ON "businesses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();
CREATE TRIGGER "businesses_learn_updated_words" AFTER UPDATE ON "businesses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

-- businesses.category_slugs is business_categories as one sorted list. A writer that fills it at
-- once, along with business_categories, is spared the second update of the row.
CREATE FUNCTION "refresh_category_slugs"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "business_categories_inserted" AFTER INSERT ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();
CREATE TRIGGER "business_categories_deleted" AFTER DELETE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();
CREATE TRIGGER "business_categories_updated_to" AFTER UPDATE ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();
CREATE TRIGGER "business_categories_updated_from" AFTER UPDATE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

-- A category's name and slug are part of the records of its businesses.
CREATE FUNCTION "refresh_businesses_of_categories"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "businesses" b
  SET "search" = NULL,
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

CREATE TRIGGER "categories_updated" AFTER UPDATE ON "categories"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "refresh_businesses_of_categories"();

-- Step in batches: records from before this migration
--
-- The trigger derives the rest of a row that changes and has no search vector. One that somebody else
-- has changed since the first step has that, and not its categories.
UPDATE "businesses" b SET "name_key" = '-', "category_slugs" = ARRAY(
  SELECT c."slug" FROM "business_categories" bc JOIN "categories" c ON c."id" = bc."category_id"
  WHERE bc."business_id" = b."id" ORDER BY c."slug" COLLATE "C")
WHERE b."id" IN (
  SELECT "id" FROM "businesses" former
  WHERE "search" IS NULL OR "category_slugs" = '{}' AND EXISTS (
    SELECT FROM "business_categories" bc WHERE bc."business_id" = former."id")
  LIMIT ALL);

-- Step: indexes

-- CreateIndex
CREATE INDEX "businesses_name_key_id_idx" ON "businesses"("name_key", "id");

-- CreateIndex
CREATE INDEX "businesses_updated_at_id_idx" ON "businesses"("updated_at", "id");

-- CreateIndex
CREATE INDEX "businesses_created_at_id_idx" ON "businesses"("created_at", "id");

-- CreateIndex
CREATE INDEX "businesses_city_slug_name_key_id_idx" ON "businesses"("city_slug", "name_key", "id");

-- CreateIndex
CREATE INDEX "businesses_county_slug_name_key_id_idx" ON "businesses"("county_slug", "name_key", "id");

-- CreateIndex
CREATE INDEX "businesses_postal_code_name_key_id_idx" ON "businesses"("postal_code", "name_key", "id");

-- CreateIndex
CREATE INDEX "businesses_latitude_longitude_idx" ON "businesses"("latitude", "longitude");

-- CreateIndex
CREATE INDEX "businesses_category_slugs_idx" ON "businesses" USING GIN ("category_slugs");

-- CreateIndex
CREATE INDEX "businesses_search_idx" ON "businesses" USING GIN ("search");

-- Step: what the former version read by

-- DropIndex
DROP INDEX "businesses_name_id_idx";
