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
