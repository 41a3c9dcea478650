-- Converts a text to lower case without accents, punctuation or repeated spaces: "Café  O'Neil's!"
-- becomes "cafe oneils". In PL/pgSQL, because PostgreSQL can't inline it: "unaccent" is not
-- IMMUTABLE.
CREATE OR REPLACE FUNCTION "fold"(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN btrim(regexp_replace(
    translate(lower(unaccent(words)), '''`', ''),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'));
END;
$$;

-- Prepares a text for search: folds it and adds the other spelling of "saint", "mount" and "fort".
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

-- Returns the words of a text and their English stems, with one weight. In PL/pgSQL, like the other
-- derivations: it keeps its query plans, while an SQL function that is not inlined is planned again
-- for each row.
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

-- Returns the search vector of a business: its names (A), categories (B), city (C), description and
-- street (D). ZIP code, county and phone number match only as a whole. They are prefixed with "=",
-- which occurs in no word: "=55401", "=hennepin", "=6125550100".
CREATE OR REPLACE FUNCTION "business_search_vector"(b "businesses") RETURNS tsvector
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  category_names text;
  -- "St" is "Street" at the end or before a direction or unit, and otherwise "Saint".
  street text := regexp_replace(fold(b."street"),
    '\mst(?= *$| ([ns][ew]?|[ew]|north\w*|south\w*|east|west|apt|ste|suite|unit)\M)', 'street', 'g');
  wholes text[] := array_remove(
    ARRAY['=' || b."postal_code", '=' || place_slug(b."county"), '=' || right(b."phone", 10)], NULL);
BEGIN
  SELECT string_agg("name", ' ') INTO category_names
  FROM "categories" WHERE "slug" = ANY (b."category_slugs");
  -- Term by term: one expression without a subquery keeps the state of the functions in it.
  RETURN search_vector(b."name", 'A') || search_vector(b."legal_name", 'A') || search_vector(category_names, 'B')
    || search_vector(b."city", 'C') || search_vector(b."description", 'D')
    || setweight(to_tsvector('simple', coalesce(search_text(street), '')), 'D')
    || array_to_tsvector(wholes);
END;
$$;

-- Derives the search documents of businesses. A sequential scan would compare every business with
-- every id.
CREATE OR REPLACE FUNCTION "index_businesses"(ids uuid[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO "search_documents" ("business_id", "number", "is_removed", "name_key", "city_slug", "vector")
  SELECT b."id", b."number", b."removed_at" IS NOT NULL, b."name_key", b."city_slug", business_search_vector(b)
  FROM "businesses" b WHERE b."id" = ANY (ids)
  ON CONFLICT ("business_id") DO UPDATE SET "is_removed" = excluded."is_removed",
    "name_key" = excluded."name_key", "city_slug" = excluded."city_slug", "vector" = excluded."vector";
END;
$$;

-- Derives the search documents of new businesses, and of those in which something searchable changed.
CREATE OR REPLACE FUNCTION "index_changed_businesses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM index_businesses(ARRAY(SELECT "id" FROM after));
  ELSE
    -- PostgreSQL keeps the plan of the first call. A join planned for one row is slow for thousands.
    PERFORM index_businesses(ARRAY(SELECT "id" FROM (
      SELECT "id", "name", "legal_name", "description", "street", "city", "county", "postal_code", "phone",
             "category_slugs", "removed_at" IS NULL FROM after
      EXCEPT
      SELECT "id", "name", "legal_name", "description", "street", "city", "county", "postal_code", "phone",
             "category_slugs", "removed_at" IS NULL FROM before) AS changed));
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_index_inserted" AFTER INSERT ON "businesses"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "index_changed_businesses"();

CREATE OR REPLACE TRIGGER "businesses_index_updated" AFTER UPDATE ON "businesses"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "index_changed_businesses"();

-- Counts the businesses, without removed ones, that have each word. Corrections of typos rely on
-- these counts: a word in a thousand businesses is more likely than a similar word in one. Words that
-- begin with a digit are not counted.
CREATE OR REPLACE FUNCTION "learn_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, count(*) FROM after, unnest(tsvector_to_array(after."vector")) AS w(word)
    WHERE NOT after."is_removed" AND length(w.word) <= 40 AND w.word !~ '^[\d=]'
    GROUP BY w.word
    ON CONFLICT ("word") DO UPDATE SET "businesses" = known."businesses" + excluded."businesses";
  ELSE
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, sum(w.more)
    FROM (
      SELECT unnest(tsvector_to_array("vector")), 1 FROM after WHERE NOT "is_removed"
      UNION ALL SELECT unnest(tsvector_to_array("vector")), -1 FROM before WHERE NOT "is_removed"
    ) AS w(word, more)
    WHERE length(w.word) <= 40 AND w.word !~ '^[\d=]'
    GROUP BY w.word HAVING sum(w.more) <> 0
    ON CONFLICT ("word") DO UPDATE SET "businesses" = greatest(0, known."businesses" + excluded."businesses");
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "search_documents_learn_inserted_words" AFTER INSERT ON "search_documents"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

CREATE OR REPLACE TRIGGER "search_documents_learn_updated_words" AFTER UPDATE ON "search_documents"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

-- Returns the English stem of a folded word, or null for a stop word such as "of".
CREATE OR REPLACE FUNCTION "search_stem"(word text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (ts_lexize('english_stem', word))[1]
$$;

-- Converts a phrase to stems for comparison, so that "coffee shops" equals "coffee shop".
CREATE OR REPLACE FUNCTION "search_phrase"(phrase text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(coalesce(search_stem(word), word), ' ' ORDER BY place)
  FROM regexp_split_to_table(fold(phrase), ' ') WITH ORDINALITY AS words(word, place)
$$;

-- Counts the changes of a synonym, and derives the phrases by which a search recognizes its terms.
CREATE OR REPLACE FUNCTION "derive_synonym"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
  END IF;
  NEW."phrases" := ARRAY(SELECT search_phrase(term) FROM unnest(NEW."terms") AS term);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "search_synonyms_derive" BEFORE INSERT OR UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "derive_synonym"();

-- Returns the number of businesses with a folded word or its stem. PL/pgSQL keeps the query plan.
CREATE OR REPLACE FUNCTION "search_count"(term text) RETURNS int LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (SELECT coalesce(max("businesses"), 0) FROM "search_words" WHERE "word" IN (term, search_stem(term)));
END;
$$;

-- Returns the letters of a word in order. Words with equal results are anagrams.
CREATE OR REPLACE FUNCTION "sorted_letters"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(letter ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;

-- Returns known words that a word may be a typo of, most likely first. An edit adds, drops or
-- replaces a letter, or swaps two neighbors. Words of seven or more letters may differ by two
-- edits, words of nine or more by three. The stems of longer plurals are also compared, because
-- businesses often have only the singular. Trigrams only narrow down the candidates. Their index is
-- used even before the table is analyzed.
CREATE OR REPLACE FUNCTION "similar_words"(term text)
  RETURNS TABLE ("word" text, "stem" text, "businesses" int, "slips" int)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = 0.1
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  most int := least(3, greatest(1, (length(term) + 1) / 2 - 2));
  singular text := CASE WHEN term LIKE '_____%s' THEN search_stem(term) END;
BEGIN
  RETURN QUERY
  SELECT w."word", search_stem(w."word"), w."businesses", swapped.slips
  FROM "search_words" w,
    LATERAL (SELECT least(
      levenshtein_less_equal(w."word", term, greatest(2, most)),
      levenshtein_less_equal(search_stem(w."word"), singular, greatest(2, most))) AS slips) AS distance,
    LATERAL (SELECT CASE WHEN distance.slips = 2 AND sorted_letters(w."word") = sorted_letters(term)
      THEN 1 ELSE distance.slips END AS slips) AS swapped
  WHERE w."word" % term AND w."businesses" > 0 AND abs(length(w."word") - length(term)) <= most
    AND swapped.slips <= most
  ORDER BY swapped.slips, w."businesses" DESC, w."word"
  LIMIT 20;
END;
$$;

-- Returns what the directory knows about the words of a search, as one JSON object:
--   folded     the text, spelled the way name_key is
--   words      one entry for each of the first twelve words: the word, its stem, the number of businesses
--              that have it, longer words of theirs that begin with it (longer; null for more than 32)
--              and the number of businesses that have it joined to the next word (joined). Up to four
--              rare words, unknown ones first, also list similar words (similar) and, where unknown, the
--              two words they may consist of (halves): comparing a word takes milliseconds.
--   phrases    phrases in the table of synonyms: their words (from, to) and the phrases to find instead
--   cities     cities that businesses are in: their words and slugs
CREATE OR REPLACE FUNCTION "search_terms"(query text) RETURNS jsonb
  LANGUAGE plpgsql STABLE STRICT SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  tokens text[];
  result jsonb;
BEGIN
  tokens := array_remove(regexp_split_to_array(fold(query), ' '), '');
  result := jsonb_build_object('folded', array_to_string(tokens, ' '));
  tokens := tokens[1:12];

  SELECT result || jsonb_build_object('words', coalesce(jsonb_agg(jsonb_build_object(
    'word', t.word, 'stem', search_stem(t.word), 'businesses', t.businesses,
    'longer', CASE WHEN cardinality(t.longer) <= 32 THEN t.longer END,
    'similar', CASE WHEN t.is_compared THEN
      (SELECT jsonb_agg(near) FROM similar_words(t.word) AS near) END,
    'halves', CASE WHEN t.is_compared AND t.businesses = 0 THEN
      (SELECT jsonb_build_array(
          jsonb_build_object('word', left(t.word, at), 'stem', search_stem(left(t.word, at)), 'businesses', one),
          jsonb_build_object('word', substr(t.word, at + 1), 'stem', search_stem(substr(t.word, at + 1)),
            'businesses', other))
       FROM generate_series(2, length(t.word) - 2) AS at, LATERAL (
         SELECT (SELECT w."businesses" FROM "search_words" w WHERE w."word" = left(t.word, at)) AS one,
           (SELECT w."businesses" FROM "search_words" w WHERE w."word" = substr(t.word, at + 1)) AS other
       ) AS half
       WHERE one > 0 AND other > 0
       ORDER BY least(one, other) DESC LIMIT 1) END,
    'joined', coalesce(
      (SELECT w."businesses" FROM "search_words" w WHERE w."word" = t.word || tokens[t.place + 1]), 0)
  ) ORDER BY t.place), '[]'))
  INTO result
  FROM (
    SELECT token.word, token.place, known.businesses, known.longer, slip.is_possible
      AND row_number() OVER (
        PARTITION BY slip.is_possible ORDER BY known.businesses > 0, token.place) <= 4 AS is_compared
    FROM unnest(tokens) WITH ORDINALITY AS token(word, place), LATERAL (
      SELECT
        search_count(token.word) AS businesses,
        -- Words that begin with a digit aren't counted.
        CASE WHEN token.word !~ '^\d' THEN ARRAY(
          SELECT w."word" FROM "search_words" w
          WHERE w."word" > token.word AND w."word" < token.word || U&'\+10FFFF' AND w."businesses" > 0
          ORDER BY w."word" LIMIT 33) END AS longer
    ) AS known, LATERAL (
      SELECT token.word !~ '\d' AND CASE
        WHEN known.businesses = 0 THEN known.longer = '{}' AND length(token.word) BETWEEN 4 AND 40
        ELSE known.businesses <= 200 AND length(token.word) BETWEEN 6 AND 40 END AS is_possible
    ) AS slip
  ) AS t;

  -- Materialized, and each looked up by an index: otherwise phrases are made again for each synonym, and
  -- all businesses are read for their places.
  WITH sequences AS MATERIALIZED (
    SELECT first, last,
      (SELECT string_agg(coalesce(search_stem(tokens[i]), tokens[i]), ' ' ORDER BY i)
       FROM generate_series(first, last) AS i) AS phrase,
      place_slug(array_to_string(tokens[first : last], ' ')) AS place
    FROM generate_series(1, cardinality(tokens)) AS first,
      generate_series(first, least(first + 3, cardinality(tokens))) AS last
  )
  SELECT result || jsonb_build_object(
    'phrases', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('from', first - 1, 'to', last, 'meanings', meanings)), '[]')
      FROM (
        SELECT first, last, jsonb_agg(DISTINCT (
          SELECT jsonb_agg(jsonb_build_object('word', w, 'stem', search_stem(w), 'businesses', search_count(w)) ORDER BY place)
          FROM regexp_split_to_table(fold(term), ' ') WITH ORDINALITY AS words(w, place))) AS meanings
        FROM sequences JOIN "search_synonyms" s ON s."phrases" @> ARRAY[phrase],
          unnest(s."terms" || s."also_finds") AS term
        GROUP BY first, last
      ) AS known),
    'cities', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('from', first - 1, 'to', last, 'slug', place)), '[]')
      FROM sequences
      WHERE (SELECT true FROM "businesses" b WHERE b."city_slug" = sequences.place LIMIT 1)))
  INTO result;
  RETURN result;
END;
$$;
