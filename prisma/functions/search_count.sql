-- Returns the number of businesses with a folded word or its stem. PL/pgSQL keeps the query plan.
CREATE OR REPLACE FUNCTION "search_count"(sought text) RETURNS int LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (SELECT coalesce(max("businesses"), 0) FROM "search_words" WHERE "word" IN (sought, search_stem(sought)));
END;
$$;
