-- Returns what the directory knows about the words of a search, as one JSON object:
--   folded     the text, spelled the way name_key is
--   words      one entry for each of the first twelve words: the word, its stem, the number of businesses
--              that have it, longer words of theirs that begin with it (longer; null for more than 32)
--              and the number of businesses that have it joined to the next word (joined). Up to four
--              rare words, unknown ones first, also list similar words (similar) and, where unknown, the
--              two words they may consist of (halves): comparing a word takes milliseconds.
--   phrases    phrases in the table of synonyms: their words (from, to) and the phrases to find instead
--   places     cities and counties that businesses are in: their words and slugs
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
