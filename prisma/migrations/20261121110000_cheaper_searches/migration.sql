-- The same distances as before: great circles on a sphere of the Earth's mean radius. Not STRICT, or
-- PostgreSQL would call it for each row rather than put its expression into the query, which takes a
-- tenth of the time.
CREATE OR REPLACE FUNCTION "metres_between"(
  lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lat2 IS NOT NULL AND lon2 IS NOT NULL THEN
    2 * 6371008.8 * asin(sqrt(least(1,
      sin(radians(lat2 - lat1) / 2) ^ 2
      + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
  END
$$;

-- The same queries as before, but for stems that a query for the beginning of a word finds anyway:
-- looking for them as well took as long again, for each business that matches.
CREATE OR REPLACE FUNCTION "search_queries"(
  sought text, OUT anywhere tsquery, OUT in_name_or_category tsquery, OUT in_name tsquery
) LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = 0.1 AS $$
DECLARE
  tokens text[] := (regexp_split_to_array(fold(sought), ' '))[1:12];
  token text;
  literal text;
  prefix text;
  stem tsquery;
  slips int;
  near text[];
BEGIN
  anywhere := '';
  in_name_or_category := '';
  in_name := '';
  FOREACH token IN ARRAY tokens LOOP
    CONTINUE WHEN token = '';
    literal := quote_literal(token);
    prefix := CASE WHEN length(token) >= 2 THEN '*' ELSE '' END;
    stem := to_tsquery('english', literal);
    -- "the" and its like narrow nothing down, unless they are all there is.
    CONTINUE WHEN numnode(stem) = 0 AND cardinality(tokens) > 1;
    IF EXISTS (SELECT FROM search_words
               WHERE word >= token AND word < token || U&'\+10FFFF'
                  OR word = btrim(stem::text, '''')) THEN
      IF prefix = '*' AND starts_with(btrim(stem::text, ''''), token) THEN
        -- The stem is among what begins with the word.
        anywhere := anywhere && to_tsquery('simple', literal || ':*');
        in_name_or_category := in_name_or_category && to_tsquery('simple', literal || ':AB*');
        in_name := in_name && to_tsquery('simple', literal || ':A*');
      ELSE
        anywhere := anywhere && (to_tsquery('simple', literal || ':' || prefix) || stem);
        in_name_or_category := in_name_or_category
          && (to_tsquery('simple', literal || ':AB' || prefix) || to_tsquery('english', literal || ':AB'));
        in_name := in_name
          && (to_tsquery('simple', literal || ':A' || prefix) || to_tsquery('english', literal || ':A'));
      END IF;
      CONTINUE;
    END IF;
    slips := CASE WHEN length(token) >= 8 THEN 2 ELSE 1 END;
    SELECT array_agg(quote_literal(word)) INTO near
    FROM (
      SELECT word FROM search_words
      WHERE length(token) BETWEEN 4 AND 40 AND word % token
        AND abs(length(word) - length(token)) <= slips
        AND (levenshtein_less_equal(word, token, slips) <= slips
          OR levenshtein_less_equal(word, token, 2) = 2 AND sorted_letters(word) = sorted_letters(token))
      ORDER BY levenshtein_less_equal(word, token, slips), word
      LIMIT 20
    ) AS candidates;
    near := coalesce(near, ARRAY[literal]);
    anywhere := anywhere && to_tsquery('simple', array_to_string(near, '|'));
    in_name_or_category := in_name_or_category
      && to_tsquery('simple', array_to_string(near, ':AB|') || ':AB');
    in_name := in_name && to_tsquery('simple', array_to_string(near, ':A|') || ':A');
  END LOOP;
END;
$$;
