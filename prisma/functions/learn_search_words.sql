-- Counts the businesses that have each word. Corrections of typos rely on these counts: a word in a
-- thousand businesses is more likely than a similar word in one. Words that begin with a digit are
-- not counted.
CREATE OR REPLACE FUNCTION "learn_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, count(*) FROM after, unnest(tsvector_to_array(after."search_vector")) AS w(word)
    WHERE length(w.word) <= 40 AND w.word !~ '^[\d=]'
    GROUP BY w.word
    ON CONFLICT ("word") DO UPDATE SET "businesses" = known."businesses" + excluded."businesses";
  ELSE
    INSERT INTO "search_words" AS known ("word", "businesses")
    SELECT w.word, sum(w.more)
    FROM before JOIN after USING ("id"), LATERAL (
      SELECT unnest(tsvector_to_array(after."search_vector")), 1
      UNION ALL SELECT unnest(tsvector_to_array(before."search_vector")), -1) AS w(word, more)
    WHERE after."search_vector" IS DISTINCT FROM before."search_vector"
      AND length(w.word) <= 40 AND w.word !~ '^[\d=]'
    GROUP BY w.word HAVING sum(w.more) <> 0
    ON CONFLICT ("word") DO UPDATE SET "businesses" = greatest(0, known."businesses" + excluded."businesses");
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_learn_inserted_words" AFTER INSERT ON "businesses"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();

CREATE OR REPLACE TRIGGER "businesses_learn_updated_words" AFTER UPDATE ON "businesses"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "learn_search_words"();
