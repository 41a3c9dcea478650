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
