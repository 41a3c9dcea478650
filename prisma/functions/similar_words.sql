-- Returns known words that a word may be a typo of, most likely first. An edit adds, drops or
-- replaces a letter, or swaps two neighbors. Words of eight or more letters may differ by two
-- edits, words of ten or more by three. Trigrams only narrow down the candidates. Their index is
-- used even before the table is analyzed.
CREATE OR REPLACE FUNCTION "similar_words"(sought text)
  RETURNS TABLE ("word" text, "stem" text, "businesses" int, "slips" int)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = 0.1
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  most int := least(3, greatest(1, length(sought) / 2 - 2));
BEGIN
  RETURN QUERY
  SELECT w."word", search_stem(w."word"), w."businesses", swapped.slips
  FROM "search_words" w,
    LATERAL (SELECT levenshtein_less_equal(w."word", sought, greatest(2, most)) AS slips) AS distance,
    LATERAL (SELECT CASE WHEN distance.slips = 2 AND sorted_letters(w."word") = sorted_letters(sought)
      THEN 1 ELSE distance.slips END AS slips) AS swapped
  WHERE w."word" % sought AND w."businesses" > 0 AND abs(length(w."word") - length(sought)) <= most
    AND swapped.slips <= most
  ORDER BY swapped.slips, w."businesses" DESC, w."word"
  LIMIT 20;
END;
$$;
