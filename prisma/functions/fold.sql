-- Converts a text to lower case without accents, punctuation or repeated spaces: "Café  O'Neil's!"
-- becomes "cafe oneils".
CREATE OR REPLACE FUNCTION "fold"(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(lower(unaccent(words)), '[''`]', '', 'g'),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))
$$;
