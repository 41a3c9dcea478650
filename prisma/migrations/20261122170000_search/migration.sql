-- Businesses are found by street, ZIP code, phone number and county too, spelling is judged by how many
-- businesses have a word, and a table says which words mean the same. The words are in a new column, so
-- that the former version goes on searching the old one until the last step.

-- Loads pg_trgm into this session: before that, only a superuser may give its setting to a function.
DO $$ BEGIN PERFORM show_limit(); END $$;

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN "search_vector" tsvector;

-- AlterTable
ALTER TABLE "search_words" ADD COLUMN "businesses" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "search_synonyms" (
    "id" UUID NOT NULL,
    "terms" TEXT[],
    "also_finds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "phrases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "search_synonyms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_synonyms_phrases_idx" ON "search_synonyms" USING GIN ("phrases");

-- The English stem of a folded word; null for one that narrows nothing down, such as "of".
CREATE OR REPLACE FUNCTION "search_stem"(word text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (ts_lexize('english_stem', word))[1]
$$;

-- How many businesses have a folded word, or its stem. In PL/pgSQL, which keeps the plan of its statement.
CREATE OR REPLACE FUNCTION "search_count"(sought text) RETURNS int LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (SELECT coalesce(max("businesses"), 0) FROM "search_words" WHERE "word" IN (sought, search_stem(sought)));
END;
$$;

-- What phrases are compared by: their words as stems, so that "coffee shops" is "coffee shop".
CREATE OR REPLACE FUNCTION "search_phrase"(phrase text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(coalesce(search_stem(word), word), ' ' ORDER BY place)
  FROM regexp_split_to_table(fold(phrase), ' ') WITH ORDINALITY AS words(word, place)
$$;

-- Derives what the terms of a synonym are recognised by.
CREATE OR REPLACE FUNCTION "derive_synonym"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."phrases" := ARRAY(SELECT search_phrase(term) FROM unnest(NEW."terms") AS term);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "search_synonyms_derive" BEFORE INSERT OR UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "derive_synonym"();

-- The words of the directory that a word may be a slip for, the likeliest first: a letter more, less or
-- other, or two neighbours swapped; in eight letters or more, two such slips, and in ten or more, three.
-- The trigrams only narrow down what is compared, by their index even before the table is analysed.
CREATE OR REPLACE FUNCTION "similar_words"(sought text)
  RETURNS TABLE ("word" text, "stem" text, "businesses" int, "slips" int)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = 0.1
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  most int := least(3, greatest(1, length(sought) / 2 - 2));
BEGIN
  RETURN QUERY
  SELECT w."word", search_stem(w."word"), w."businesses", swapped.slips
  FROM "search_words" w,
    LATERAL (SELECT levenshtein_less_equal(w."word", sought, greatest(2, most)) AS slips) AS distance,
    LATERAL (SELECT CASE WHEN distance.slips = 2 AND sorted_letters(w."word") = sorted_letters(sought)
      THEN 1 ELSE distance.slips END AS slips) AS swapped
  WHERE w."word" % sought AND w."businesses" > 0 AND abs(length(w."word") - length(sought)) <= most
    AND swapped.slips <= most
  ORDER BY swapped.slips, w."businesses" DESC, w."word"
  LIMIT 20;
END;
$$;

-- What a business is found by: its name (A), its categories (B), its place (C), and its description and
-- street (D). ZIP code, county and phone number are found as a whole only, so they stand behind a sign
-- that is in no word: "=55401", "=hennepin", "=6125550100".
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
  RETURN search_vector(b."name", 'A') || search_vector(category_names, 'B')
    || search_vector(b."city", 'C') || search_vector(b."description", 'D')
    || setweight(to_tsvector('simple', coalesce(search_text(street), '')), 'D')
    || array_to_tsvector(wholes);
END;
$$;

-- Derives what a row of businesses keeps ready: the time and number of its change, what it is found
-- and sorted by, and its JSON. A changed slug is remembered as a former one.
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
    OR (NEW."name", NEW."description", NEW."street", NEW."city", NEW."county", NEW."postal_code", NEW."phone",
        NEW."category_slugs", NEW."hours")
       IS DISTINCT FROM
       (OLD."name", OLD."description", OLD."street", OLD."city", OLD."county", OLD."postal_code", OLD."phone",
        OLD."category_slugs", OLD."hours")
  THEN
    NEW."name_key" := fold(NEW."name");
    NEW."city_slug" := place_slug(NEW."city");
    NEW."county_slug" := place_slug(NEW."county");
    NEW."open_minutes" := open_minutes(NEW."hours");
    NEW."search_vector" := business_search_vector(NEW);
  END IF;
  NEW."record" := business_record(NEW);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_derive" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "derive_business"();

-- A category's name and slug are part of the records of its businesses.
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

-- What the words of a search are in the directory, as one JSON object:
--   folded     the text as names are kept
--   words      of each of the first twelve: itself, its stem, how many businesses have it, whether it is
--              the beginning of one that they have, and, where hardly any has it, which words are like
--              it (similar), which two it may be joined of (halves); how many businesses have it joined
--              to the next (joined)
--   phrases    of the table of synonyms: which words they are (from, to), and the phrases to find instead
--   places     cities and counties that businesses are in: which words they are, and their slugs
CREATE OR REPLACE FUNCTION "search_terms"(sought text) RETURNS jsonb
  LANGUAGE plpgsql STABLE STRICT SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  tokens text[];
  result jsonb;
BEGIN
  tokens := array_remove(regexp_split_to_array(fold(sought), ' '), '');
  result := jsonb_build_object('folded', array_to_string(tokens, ' '));
  tokens := tokens[1:12];

  SELECT result || jsonb_build_object('words', coalesce(jsonb_agg(jsonb_build_object(
    'word', t.word, 'stem', search_stem(t.word), 'businesses', known.businesses, 'begins', known.begins,
    'similar', CASE WHEN t.word !~ '\d' AND CASE
        WHEN known.businesses = 0 THEN NOT known.begins AND length(t.word) BETWEEN 4 AND 40
        ELSE known.businesses <= 200 AND length(t.word) BETWEEN 6 AND 40 END THEN
      (SELECT jsonb_agg(near) FROM similar_words(t.word) AS near) END,
    'halves', CASE WHEN t.word !~ '\d' AND length(t.word) BETWEEN 4 AND 40
        AND known.businesses = 0 AND NOT known.begins THEN
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
  FROM unnest(tokens) WITH ORDINALITY AS t(word, place), LATERAL (
    SELECT
      search_count(t.word) AS businesses,
      EXISTS (SELECT FROM "search_words" w
              WHERE w."word" >= t.word AND w."word" < t.word || U&'\+10FFFF' AND w."businesses" > 0) AS begins
  ) AS known;

  -- Materialized, and each looked up by an index: otherwise phrases are made again for each synonym, and
  -- all businesses are read for their places.
  WITH sequences AS MATERIALIZED (
    SELECT first, last, tokens[last] = 'county' AS is_county,
      (SELECT string_agg(coalesce(search_stem(tokens[i]), tokens[i]), ' ' ORDER BY i)
       FROM generate_series(first, last) AS i) AS phrase,
      place_slug(array_to_string(tokens[first : last - (tokens[last] = 'county')::int], ' ')) AS place
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
    'places', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('from', first - 1, 'to', last,
        'kind', CASE WHEN is_county THEN 'county' ELSE 'city' END, 'slug', place)), '[]')
      FROM sequences
      WHERE CASE WHEN is_county
        THEN (SELECT true FROM "businesses" b WHERE b."county_slug" = sequences.place LIMIT 1)
        ELSE (SELECT true FROM "businesses" b WHERE b."city_slug" = sequences.place LIMIT 1) END))
  INTO result;
  RETURN result;
END;
$$;

-- Counts how many businesses have each word, which spelling is judged by: a word that a thousand have is
-- meant rather than the one like it that one has. What has digits in it is no word.
CREATE OR REPLACE FUNCTION "learn_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, count(*) FROM after, unnest(tsvector_to_array(after."search_vector")) AS w(word)
    WHERE length(w.word) <= 40 AND w.word !~ '[\d=]'
    GROUP BY w.word
    ON CONFLICT ("word") DO UPDATE SET "businesses" = known."businesses" + excluded."businesses";
  ELSE
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, sum(w.more)
    FROM before JOIN after USING ("id"), LATERAL (
      SELECT unnest(tsvector_to_array(after."search_vector")), 1
      UNION ALL SELECT unnest(tsvector_to_array(before."search_vector")), -1) AS w(word, more)
    WHERE after."search_vector" IS DISTINCT FROM before."search_vector"
      AND length(w.word) <= 40 AND w.word !~ '[\d=]'
    GROUP BY w.word HAVING sum(w.more) <> 0
    ON CONFLICT ("word") DO UPDATE SET "businesses" = greatest(0, known."businesses" + excluded."businesses");
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_learn_inserted_words" AFTER INSERT ON "businesses"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

CREATE OR REPLACE TRIGGER "businesses_learn_updated_words" AFTER UPDATE ON "businesses"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

CREATE TRIGGER "search_synonyms_count_revision" BEFORE UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();

CREATE TRIGGER "search_synonyms_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();

-- Step: synonyms for Minnesota
INSERT INTO "search_synonyms" ("id", "terms", "also_finds")
SELECT md5(array_to_string(synonym."terms", ','))::uuid, synonym."terms", synonym."also_finds"
FROM (VALUES
  (ARRAY['mpls', 'minneapolis'], '{}'),
  (ARRAY['moa', 'mall of america'], '{}'),
  (ARRAY['u of m', 'umn', 'university of minnesota'], '{}'),
  (ARRAY['mkt', 'market'], '{}'),
  (ARRAY['bbq', 'barbecue', 'barbeque'], '{}'),
  (ARRAY['theater', 'theatre'], '{}'),
  (ARRAY['kids', 'kid', 'children', 'childrens'], '{}'),
  (ARRAY['bike', 'bicycle'], '{}'),
  (ARRAY['donut', 'doughnut'], '{}'),
  (ARRAY['burger', 'hamburger'], '{}'),
  (ARRAY['pizza', 'pizzeria'], '{}'),
  (ARRAY['taco', 'taqueria'], '{}'),
  (ARRAY['co op', 'coop', 'cooperative'], '{}'),
  (ARRAY['dq', 'dairy queen'], '{}'),
  (ARRAY['mcdonalds', 'mc donalds'], '{}'),
  (ARRAY['gas station', 'filling station', 'fuel'], ARRAY['gas', 'superamerica', 'speedway', 'bp', 'holiday stationstore', 'kwik trip', 'caseys', 'cenex']),
  (ARRAY['coffee shop', 'coffeehouse', 'coffee house', 'cafe'], ARRAY['coffee', 'espresso']),
  (ARRAY['coffee'], ARRAY['cafe', 'espresso']),
  (ARRAY['restaurant', 'eatery', 'places to eat', 'food'], ARRAY['diner', 'grill']),
  (ARRAY['grocery', 'groceries', 'supermarket', 'food store'], ARRAY['food market']),
  (ARRAY['pharmacy', 'drugstore', 'drug store'], '{}'),
  (ARRAY['barber', 'barbershop'], '{}'),
  (ARRAY['hair salon', 'hairdresser', 'beauty salon', 'haircut'], '{}'),
  (ARRAY['movie theater', 'cinema', 'movies'], '{}'),
  (ARRAY['doctor', 'physician', 'medical clinic'], ARRAY['clinic']),
  (ARRAY['lawyer', 'attorney', 'law firm', 'law office'], '{}'),
  (ARRAY['auto repair', 'car repair', 'mechanic', 'auto shop'], '{}'),
  (ARRAY['car wash', 'auto wash'], '{}'),
  (ARRAY['child care', 'day care', 'daycare'], '{}'),
  (ARRAY['real estate', 'realtor', 'realty'], '{}'),
  (ARRAY['laundromat', 'coin laundry'], ARRAY['laundry']),
  (ARRAY['liquor store', 'bottle shop', 'off sale'], ARRAY['liquor']),
  (ARRAY['thrift store', 'second hand', 'consignment'], '{}'),
  (ARRAY['pet store', 'pet shop'], '{}'),
  (ARRAY['veterinarian', 'vet', 'animal hospital', 'animal clinic'], ARRAY['veterinary']),
  (ARRAY['gym', 'fitness', 'fitness center', 'health club'], '{}'),
  (ARRAY['brewery', 'taproom', 'brew pub', 'brewpub'], ARRAY['brewing']),
  (ARRAY['bar', 'pub', 'tavern', 'saloon'], '{}'),
  (ARRAY['bakery', 'bake shop', 'pastry shop'], '{}'),
  (ARRAY['ice cream', 'creamery', 'custard', 'gelato'], '{}'),
  (ARRAY['farmers market', 'farmer market', 'farm market'], '{}'),
  (ARRAY['florist', 'flower shop'], ARRAY['flowers', 'floral']),
  (ARRAY['hardware store'], ARRAY['hardware']),
  (ARRAY['hotel', 'motel', 'lodging'], ARRAY['inn']),
  (ARRAY['dentist', 'dental'], '{}'),
  (ARRAY['optician', 'eye doctor', 'optometrist', 'eyeglasses'], '{}'),
  (ARRAY['plumber', 'plumbing'], '{}'),
  (ARRAY['electrician', 'electrical contractor'], '{}'),
  (ARRAY['roofer', 'roofing'], '{}'),
  (ARRAY['tire shop', 'tires'], '{}'),
  (ARRAY['bait shop', 'bait and tackle'], '{}'),
  (ARRAY['winery', 'vineyard'], '{}'),
  (ARRAY['nail salon', 'manicure'], ARRAY['nails']),
  (ARRAY['tattoo studio', 'tattoo parlor', 'tattoo shop'], ARRAY['tattoo']),
  (ARRAY['bookstore', 'book store', 'book shop'], ARRAY['books']),
  (ARRAY['shoe store'], ARRAY['shoes']),
  (ARRAY['toy store'], ARRAY['toys']),
  (ARRAY['jeweler', 'jewelry', 'jewelry store'], '{}'),
  (ARRAY['moving company', 'movers'], '{}'),
  (ARRAY['accountant', 'cpa', 'tax preparer'], '{}'),
  (ARRAY['butcher', 'meat market'], '{}'),
  (ARRAY['museum'], ARRAY['museo']),
  (ARRAY['hospital', 'medical center'], '{}'),
  (ARRAY['post office', 'usps'], '{}'),
  (ARRAY['church', 'worship'], '{}'),
  (ARRAY['school', 'academy'], '{}'),
  (ARRAY['bank', 'banking'], '{}'),
  (ARRAY['insurance', 'insurance agent'], '{}'),
  (ARRAY['furniture store'], ARRAY['furniture']),
  (ARRAY['clothing store', 'clothes'], ARRAY['clothing', 'apparel']),
  (ARRAY['panaderia', 'pasteleria', 'rootiga', 'backerei', 'bageri', 'boulangerie'], ARRAY['bakery']),
  (ARRAY['restaurante', 'comida', 'makhaayad', 'maqaayad', 'khw noj mov', 'tsev noj mov', 'ristorante'], ARRAY['restaurant']),
  (ARRAY['cafeteria', 'kafeterio', 'bunka', 'kafee', 'kas fes'], ARRAY['coffee', 'cafe']),
  (ARRAY['cerveceria', 'cerveza', 'brauerei', 'bryggeri', 'biirka'], ARRAY['brewery', 'beer']),
  (ARRAY['hospital', 'isbitaal', 'cisbitaal', 'tsev kho mob', 'krankenhaus'], ARRAY['hospital']),
  (ARRAY['clinica', 'rugta caafimaadka', 'chaw kho mob'], ARRAY['clinic']),
  (ARRAY['biblioteca', 'maktabad', 'tsev nyeem ntawv', 'tsev qiv ntawv', 'bibliothek'], ARRAY['library']),
  (ARRAY['museo', 'matxafka', 'tsev khaws puav pheej'], ARRAY['museum']),
  (ARRAY['farmacia', 'farmashi', 'farmashiye', 'tsev muag tshuaj', 'chaw muag tshuaj'], ARRAY['pharmacy']),
  (ARRAY['dentista', 'dhakhtarka ilkaha', 'kho hniav'], ARRAY['dentist']),
  (ARRAY['medico', 'doctora', 'dhakhtar', 'kws kho mob'], ARRAY['doctor', 'clinic']),
  (ARRAY['supermercado', 'abarrotes', 'tienda de comestibles', 'dukaan', 'tukaan', 'khw muag khoom'], ARRAY['grocery', 'supermarket']),
  (ARRAY['mercado', 'suuq', 'suuqa', 'kiab khw', 'khw'], ARRAY['market']),
  (ARRAY['mercado de agricultores', 'suuqa beeralayda', 'khw ua liaj ua teb'], ARRAY['farmers market']),
  (ARRAY['peluqueria', 'barberia', 'timo jare', 'tsev txiav plaub hau'], ARRAY['barber', 'hair salon']),
  (ARRAY['taller mecanico', 'mecanico', 'makaanik', 'kho tsheb'], ARRAY['auto repair']),
  (ARRAY['abogado', 'qareen', 'kws lij choj'], ARRAY['lawyer']),
  (ARRAY['hotel', 'hudheel', 'hoteel', 'tsev so', 'chaw so'], ARRAY['hotel']),
  (ARRAY['banco', 'bangi', 'tsev cia nyiaj'], ARRAY['bank']),
  (ARRAY['escuela', 'iskuul', 'dugsi', 'tsev kawm ntawv'], ARRAY['school']),
  (ARRAY['iglesia', 'kaniisad', 'tsev teev ntuj'], ARRAY['church']),
  (ARRAY['mezquita', 'masaajid', 'masjid'], ARRAY['mosque', 'islamic center']),
  (ARRAY['guarderia', 'xanaanada carruurta', 'daryeelka carruurta', 'zov menyuam'], ARRAY['child care']),
  (ARRAY['gasolinera', 'kaalinta shidaalka', 'chaw tso roj'], ARRAY['gas station', 'fuel']),
  (ARRAY['lavanderia', 'dharka lagu dhaqo', 'chaw ntxhua khaub ncaws'], ARRAY['laundry']),
  (ARRAY['ropa', 'dhar', 'khaub ncaws'], ARRAY['clothing']),
  (ARRAY['floreria', 'ubaxyo', 'paj'], ARRAY['florist', 'flowers']),
  (ARRAY['carniceria', 'hilible', 'hilib', 'nqaij'], ARRAY['butcher', 'meat']),
  (ARRAY['heladeria', 'helado', 'jalaato'], ARRAY['ice cream']),
  (ARRAY['veterinario', 'dhakhtarka xoolaha', 'kho tsiaj'], ARRAY['veterinarian']),
  (ARRAY['ferreteria'], ARRAY['hardware']),
  (ARRAY['joyeria', 'dahab'], ARRAY['jewelry']),
  (ARRAY['libreria'], ARRAY['bookstore']),
  (ARRAY['cine', 'shineemo'], ARRAY['movie theater', 'cinema']),
  (ARRAY['bar', 'cantina'], ARRAY['bar']),
  (ARRAY['xalaal'], ARRAY['halal']),
  (ARRAY['hmoob'], ARRAY['hmong']),
  (ARRAY['soomaali'], ARRAY['somali']),
  (ARRAY['🍕'], ARRAY['pizza']),
  (ARRAY['☕'], ARRAY['coffee', 'cafe']),
  (ARRAY['🍺', '🍻'], ARRAY['brewery', 'beer', 'bar']),
  (ARRAY['🍷'], ARRAY['winery', 'wine']),
  (ARRAY['🍸', '🍹', '🍾'], ARRAY['bar', 'cocktail']),
  (ARRAY['🍔'], ARRAY['burger']),
  (ARRAY['🌭'], ARRAY['hot dog']),
  (ARRAY['🌮', '🌯'], ARRAY['taco', 'mexican']),
  (ARRAY['🍣', '🍱'], ARRAY['sushi']),
  (ARRAY['🍜', '🍲'], ARRAY['noodle', 'pho', 'ramen']),
  (ARRAY['🍝'], ARRAY['italian', 'pasta']),
  (ARRAY['🍗'], ARRAY['chicken']),
  (ARRAY['🥩'], ARRAY['steak', 'butcher']),
  (ARRAY['🍦', '🍨', '🍧'], ARRAY['ice cream']),
  (ARRAY['🍩'], ARRAY['donut']),
  (ARRAY['🍪', '🧁', '🎂', '🍰', '🥐', '🥖', '🍞'], ARRAY['bakery']),
  (ARRAY['🥕', '🍅', '🌽', '🍎'], ARRAY['farmers market', 'produce']),
  (ARRAY['🛒'], ARRAY['grocery']),
  (ARRAY['🍽', '🍴'], ARRAY['restaurant']),
  (ARRAY['🏥', '🩺'], ARRAY['hospital', 'clinic']),
  (ARRAY['💊'], ARRAY['pharmacy']),
  (ARRAY['🦷'], ARRAY['dentist']),
  (ARRAY['👓'], ARRAY['optician']),
  (ARRAY['📚', '📖'], ARRAY['library', 'bookstore']),
  (ARRAY['🏨', '🛏'], ARRAY['hotel']),
  (ARRAY['⛽'], ARRAY['gas station', 'fuel']),
  (ARRAY['🚗', '🔧'], ARRAY['auto repair']),
  (ARRAY['🔨', '🛠'], ARRAY['hardware']),
  (ARRAY['💇', '✂', '💈'], ARRAY['hair salon', 'barber']),
  (ARRAY['💅'], ARRAY['nail salon']),
  (ARRAY['🐶', '🐕', '🐱', '🐾'], ARRAY['pet', 'veterinarian']),
  (ARRAY['🎬', '🍿'], ARRAY['movie theater', 'cinema']),
  (ARRAY['🎭'], ARRAY['theater']),
  (ARRAY['🎨'], ARRAY['art']),
  (ARRAY['🎵', '🎸', '🎶'], ARRAY['music']),
  (ARRAY['🏋', '💪'], ARRAY['fitness', 'gym']),
  (ARRAY['🏦'], ARRAY['bank']),
  (ARRAY['💐', '🌹', '🌷'], ARRAY['florist', 'flowers']),
  (ARRAY['🏛'], ARRAY['museum']),
  (ARRAY['⛪'], ARRAY['church']),
  (ARRAY['🎣'], ARRAY['bait', 'fishing']),
  (ARRAY['🚲'], ARRAY['bicycle']),
  (ARRAY['⛵', '🛶', '🚤'], ARRAY['boat']),
  (ARRAY['⛳'], ARRAY['golf']),
  (ARRAY['👶'], ARRAY['child care']),
  (ARRAY['🧸'], ARRAY['toys']),
  (ARRAY['💍'], ARRAY['jewelry']),
  (ARRAY['👟'], ARRAY['shoes']),
  (ARRAY['👗', '👕'], ARRAY['clothing']),
  (ARRAY['🧺'], ARRAY['laundry']),
  (ARRAY['🏠', '🏡'], ARRAY['real estate'])
) AS synonym ("terms", "also_finds");

-- Step in batches: businesses from before this migration
--
-- Nothing that callers see changes, so no revision moves.
ALTER TABLE "businesses" DISABLE TRIGGER USER;
UPDATE "businesses" b SET "search_vector" = business_search_vector(b)
WHERE b."id" IN (SELECT "id" FROM "businesses" WHERE "search_vector" IS NULL LIMIT ALL);
ALTER TABLE "businesses" ENABLE TRIGGER USER;

-- Step: their words
INSERT INTO "search_words" ("word", "businesses")
SELECT "word", "ndoc" FROM ts_stat('SELECT "search_vector" FROM "businesses"')
WHERE length("word") <= 40 AND "word" !~ '[\d=]'
ON CONFLICT ("word") DO UPDATE SET "businesses" = excluded."businesses";
DELETE FROM "search_words" WHERE "businesses" = 0;

-- Step: index
CREATE INDEX "businesses_search_vector_idx" ON "businesses" USING GIN ("search_vector");

-- Step: what the former version read by
DROP FUNCTION "search_queries";
DROP INDEX "businesses_search_idx";
ALTER TABLE "businesses" DROP COLUMN "search";
