-- The English stem of a folded word; null for one that narrows nothing down, such as "of".
CREATE OR REPLACE FUNCTION "search_stem"(word text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (ts_lexize('english_stem', word))[1]
$$;
