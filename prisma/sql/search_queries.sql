-- The queries that a text stands for: anywhere in a record, in its name or categories only, and in its
-- name only. A search asks for them once: a function in a condition would be evaluated for each row.
--
-- All words are needed, in any order; each of two letters or more may be the beginning of a longer
-- one. A word that nothing in the directory begins with is read as the words of the directory that it
-- may be a slip for: a letter more, less or other, or two neighbours swapped; in eight letters or more,
-- two such slips. The trigrams only narrow down what is compared.
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
      anywhere := anywhere && (to_tsquery('simple', literal || ':' || prefix) || stem);
      in_name_or_category := in_name_or_category
        && (to_tsquery('simple', literal || ':AB' || prefix) || to_tsquery('english', literal || ':AB'));
      in_name := in_name
        && (to_tsquery('simple', literal || ':A' || prefix) || to_tsquery('english', literal || ':A'));
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
