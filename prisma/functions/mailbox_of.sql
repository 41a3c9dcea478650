-- Returns the mailbox of an email address: in lower case and without a "+tag".
CREATE OR REPLACE FUNCTION "mailbox_of"(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@')
$$;
