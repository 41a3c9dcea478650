-- Returns the mailbox of an email address: in lower case and without a "+tag".
CREATE OR REPLACE FUNCTION "mailbox_of"(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@')
$$;

-- Derives the mailbox that a key request counts toward.
CREATE OR REPLACE FUNCTION "derive_key_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."mailbox" := mailbox_of(NEW."email");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "key_requests_derive" BEFORE INSERT OR UPDATE OF "email" ON "key_requests"
  FOR EACH ROW EXECUTE FUNCTION "derive_key_request"();

-- Increments the key version on every change. Processes watch it to invalidate cached secrets.
CREATE OR REPLACE FUNCTION "move_key_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "key_version" SET "version" = "version" + 1;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "api_keys_move_key_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_key_version"();

CREATE OR REPLACE TRIGGER "api_key_secrets_move_key_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "api_key_secrets"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_key_version"();
