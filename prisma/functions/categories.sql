-- Returns the given categories and all of their descendants.
CREATE OR REPLACE FUNCTION "category_subtree"(slugs text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE subtree AS (
    SELECT "id", "slug" FROM "categories" WHERE "slug" = ANY (slugs)
    UNION
    SELECT c."id", c."slug" FROM "categories" c JOIN subtree s ON c."parent_id" = s."id"
  )
  SELECT coalesce(array_agg("slug"), '{}') FROM subtree
$$;

-- Counts the changes of categories, and stamps them with the time of a change, like businesses, and
-- with the time of a new name.
CREATE OR REPLACE FUNCTION "stamp_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW."revision" := OLD."revision" + 1;
  END IF;
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  IF TG_OP = 'INSERT' OR NEW."name" <> OLD."name" THEN
    NEW."named_at" := NEW."updated_at";
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_stamp" BEFORE INSERT OR UPDATE ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "stamp_category"();

-- Follows a change of a category. Events, deals and child categories are updated, because their
-- records contain its name or slug. The old slug is recorded, so that its URL keeps working.
CREATE OR REPLACE FUNCTION "follow_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "category_id" = NEW."id";
  UPDATE "deals" SET "revision" = "revision" WHERE "business_id" IN (
    SELECT "business_id" FROM "business_categories" WHERE "category_id" = NEW."id");
  IF NEW."slug" <> OLD."slug" THEN
    UPDATE "categories" SET "revision" = "revision" WHERE "parent_id" = NEW."id";
    INSERT INTO "former_category_slugs" ("slug", "category_id") VALUES (OLD."slug", OLD."id")
      ON CONFLICT ("slug") DO UPDATE SET "category_id" = excluded."category_id";
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_follow" AFTER UPDATE ON "categories"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name") IS DISTINCT FROM (NEW."slug", NEW."name"))
  EXECUTE FUNCTION "follow_category"();

-- Keeps businesses.category_slugs equal to business_categories, as a sorted list. A writer that
-- sets both at once avoids the second update of the row.
CREATE OR REPLACE FUNCTION "refresh_category_slugs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "businesses" b SET "category_slugs" = present.slugs
  FROM (
    SELECT touched."business_id",
           coalesce(array_agg(c."slug" ORDER BY c."slug" COLLATE "C") FILTER (WHERE c."slug" IS NOT NULL), '{}') AS slugs
    FROM (SELECT DISTINCT "business_id" FROM changed) touched
    LEFT JOIN "business_categories" bc ON bc."business_id" = touched."business_id"
    LEFT JOIN "categories" c ON c."id" = bc."category_id"
    GROUP BY touched."business_id"
  ) present
  WHERE b."id" = present."business_id" AND b."category_slugs" IS DISTINCT FROM present.slugs;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "business_categories_inserted" AFTER INSERT ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_deleted" AFTER DELETE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_updated_to" AFTER UPDATE ON "business_categories"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

CREATE OR REPLACE TRIGGER "business_categories_updated_from" AFTER UPDATE ON "business_categories"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "refresh_category_slugs"();

-- Updates the records and search documents of businesses when the name or slug of a category changes.
CREATE OR REPLACE FUNCTION "refresh_businesses_of_categories"() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT DISTINCT bc."business_id"
    FROM before JOIN after USING ("id") JOIN "business_categories" bc ON bc."category_id" = before."id"
    WHERE (before."slug", before."name") IS DISTINCT FROM (after."slug", after."name"));
BEGIN
  UPDATE "businesses" b
  SET "record" = '',
      "category_slugs" = ARRAY(
        SELECT c."slug" FROM "business_categories" bc JOIN "categories" c ON c."id" = bc."category_id"
        WHERE bc."business_id" = b."id" ORDER BY c."slug" COLLATE "C")
  WHERE b."id" = ANY (ids);
  PERFORM index_businesses(ids);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_updated" AFTER UPDATE ON "categories"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "refresh_businesses_of_categories"();
