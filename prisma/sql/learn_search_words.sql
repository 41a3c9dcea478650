-- Keeps the words of the directory, which slips are compared with.
CREATE OR REPLACE FUNCTION "learn_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_words" ("word")
  SELECT DISTINCT w.word FROM changed, unnest(tsvector_to_array(changed."search")) AS w(word)
  WHERE length(w.word) <= 40 AND NOT EXISTS (SELECT FROM "search_words" known WHERE known."word" = w.word)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_learn_inserted_words" AFTER INSERT ON "businesses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

CREATE OR REPLACE TRIGGER "businesses_learn_updated_words" AFTER UPDATE ON "businesses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();
