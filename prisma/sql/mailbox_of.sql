-- The mailbox behind an e-mail address: in one case, and without the "+tag" that its owner may add.
CREATE OR REPLACE FUNCTION "mailbox_of"(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@')
$$;
