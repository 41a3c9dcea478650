-- What a city or county is called in a query, however it is written: "St. Louis" is "saint-louis".
CREATE OR REPLACE FUNCTION "place_slug"(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(
    regexp_replace(regexp_replace(regexp_replace(fold(name),
      '^st(e?) ', 'saint\1 '), '^mt ', 'mount '), '^ft ', 'fort '),
    ' ', '-')
$$;
