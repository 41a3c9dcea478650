-- Converts a phrase to stems for comparison, so that "coffee shops" equals "coffee shop".
CREATE OR REPLACE FUNCTION "search_phrase"(phrase text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(coalesce(search_stem(word), word), ' ' ORDER BY place)
  FROM regexp_split_to_table(fold(phrase), ' ') WITH ORDINALITY AS words(word, place)
$$;
