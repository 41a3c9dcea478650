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
