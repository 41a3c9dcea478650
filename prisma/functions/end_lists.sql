-- A cached result set is updated to the next version with the rows that changed in between. When
-- rows are deleted or categories change, result sets of older versions must be reread instead.
CREATE OR REPLACE FUNCTION "end_lists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "directory_version" SET "lists_since" = "version" WHERE "lists_since" <> "version";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_end_lists" AFTER DELETE OR TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "end_lists"();

CREATE OR REPLACE TRIGGER "categories_end_lists" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "end_lists"();
