-- Returns the slug of a city or county, regardless of its spelling: "St. Louis" becomes
-- "saint-louis".
CREATE OR REPLACE FUNCTION "place_slug"(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(
    regexp_replace(regexp_replace(regexp_replace(fold(name),
      '^st(e?) ', 'saint\1 '), '^mt ', 'mount '), '^ft ', 'fort '),
    ' ', '-')
$$;
