-- Derives the mailbox that a key request counts toward.
CREATE OR REPLACE FUNCTION "derive_key_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."mailbox" := mailbox_of(NEW."email");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "key_requests_derive" BEFORE INSERT OR UPDATE OF "email" ON "key_requests"
  FOR EACH ROW EXECUTE FUNCTION "derive_key_request"();
