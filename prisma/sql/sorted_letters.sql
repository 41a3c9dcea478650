-- Two words with equal sorted letters differ by the order of their letters only.
CREATE OR REPLACE FUNCTION "sorted_letters"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(letter ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;
