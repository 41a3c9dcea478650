-- Derives the phrases by which a search recognizes the terms of a synonym.
CREATE OR REPLACE FUNCTION "derive_synonym"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."phrases" := ARRAY(SELECT search_phrase(term) FROM unnest(NEW."terms") AS term);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "search_synonyms_derive" BEFORE INSERT OR UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "derive_synonym"();
