-- Returns the English stem of a folded word, or null for a stop word such as "of".
CREATE OR REPLACE FUNCTION "search_stem"(word text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (ts_lexize('english_stem', word))[1]
$$;
