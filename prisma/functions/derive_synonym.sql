-- Counts the changes of a synonym, and derives the phrases by which a search recognizes its terms.
CREATE OR REPLACE FUNCTION "derive_synonym"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
  END IF;
  NEW."phrases" := ARRAY(SELECT search_phrase(term) FROM unnest(NEW."terms") AS term);
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "search_synonyms_derive" BEFORE INSERT OR UPDATE ON "search_synonyms"
  FOR EACH ROW EXECUTE FUNCTION "derive_synonym"();
