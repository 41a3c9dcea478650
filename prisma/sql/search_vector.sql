-- The words of a text as they are and as English stems, with one weight. In PL/pgSQL, as the other
-- derivations are: it keeps the plans of its statements, while a function in SQL that is not inlined is
-- planned anew for each row.
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
