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
