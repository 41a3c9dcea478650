-- Returns the letters of a word in order. Words with equal results are anagrams.
CREATE OR REPLACE FUNCTION "sorted_letters"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(letter ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;
