-- What was there before is as old as anything can be: cursors begin after it.

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN "edited_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01Z';
ALTER TABLE "businesses" ALTER COLUMN "edited_at" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "categories" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01Z',
ADD COLUMN "named_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01Z';
ALTER TABLE "categories" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP,
ALTER COLUMN "named_at" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "directory_version" ADD COLUMN "epoch" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateTable
CREATE TABLE "deleted_records" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_records_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deleted_records_deleted_at_id_idx" ON "deleted_records"("deleted_at", "id");

-- CreateIndex
CREATE INDEX "businesses_by_edited_idx" ON "businesses"("edited_at", "id");

-- CreateIndex
CREATE INDEX "events_updated_at_id_idx" ON "events"("updated_at", "id");

-- CreateIndex
CREATE INDEX "deals_updated_at_id_idx" ON "deals"("updated_at", "id");

-- Whoever changes the directory first moves and thereby locks its version, once a transaction, and
-- holds it until the end: so the times that records are stamped with are in the order in which their
-- transactions commit, no two transactions have the same, and somebody who has read all up to one
-- time has missed nothing.
CREATE OR REPLACE FUNCTION "move_directory_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
  UPDATE "directory_version"
  SET "version" = "version" + 1,
      "changed_at" = greatest(clock_timestamp(), "changed_at" + interval '1 millisecond'),
      "changed_by" = this_transaction
  WHERE "changed_by" IS DISTINCT FROM this_transaction;
  RETURN NULL;
END;
$$;

-- Stamps categories with the time of the change, as businesses are, and with that of a new name.
CREATE OR REPLACE FUNCTION "stamp_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  IF TG_OP = 'INSERT' OR NEW."name" <> OLD."name" THEN
    NEW."named_at" := NEW."updated_at";
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_stamp" BEFORE INSERT OR UPDATE ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "stamp_category"();

-- Stamps a business with the time of a change that copies of the directory are told of by the business
-- itself. A category's new name changes all its businesses, and is told once, by the category, where
-- that leaves the categories of the business in the same order. (Fires after "businesses_derive".)
CREATE OR REPLACE FUNCTION "stamp_business_edit"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  else_changed "businesses" := NEW;
  former jsonb;
  present jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."revision" = OLD."revision" THEN
      NEW."edited_at" := OLD."edited_at";
      RETURN NEW;
    END IF;
    else_changed."search_vector" := OLD."search_vector";
    else_changed."record" := OLD."record";
    else_changed."updated_at" := OLD."updated_at";
    else_changed."revision" := OLD."revision";
    else_changed."edited_at" := OLD."edited_at";
    IF else_changed IS NOT DISTINCT FROM OLD THEN
      former := OLD."record"::jsonb -> 'categories';
      present := NEW."record"::jsonb -> 'categories';
      IF former <> present
        AND jsonb_path_query_array(former, '$[*].slug') = jsonb_path_query_array(present, '$[*].slug')
      THEN
        NEW."edited_at" := OLD."edited_at";
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  NEW."edited_at" := NEW."updated_at";
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_stamp_edit" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "stamp_business_edit"();

-- The records of events and deals name their business, and a deal is gone with it.
CREATE OR REPLACE FUNCTION "touch_records_of_business"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  UPDATE "deals" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_touch_records" AFTER UPDATE ON "businesses"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name", OLD."removed_at") IS DISTINCT FROM (NEW."slug", NEW."name", NEW."removed_at"))
  EXECUTE FUNCTION "touch_records_of_business"();

-- The records of events name their category, and those of categories the slug of the one above.
CREATE OR REPLACE FUNCTION "touch_records_of_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "category_id" = NEW."id";
  IF NEW."slug" <> OLD."slug" THEN
    UPDATE "categories" SET "revision" = "revision" WHERE "parent_id" = NEW."id";
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_touch_records" AFTER UPDATE ON "categories"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name") IS DISTINCT FROM (NEW."slug", NEW."name"))
  EXECUTE FUNCTION "touch_records_of_category"();

-- Remembers rows that are gone, for copies of the directory to be told of. (What admins remove, but
-- for categories, stays as a row with "removed_at".)
CREATE OR REPLACE FUNCTION "remember_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_records" ("id", "type", "deleted_at")
  SELECT gone."id", TG_ARGV[0], "changed_at" FROM gone, "directory_version"
  ON CONFLICT ("id") DO UPDATE SET "type" = excluded."type", "deleted_at" = excluded."deleted_at";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_remember_deleted" AFTER DELETE ON "businesses"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('business');

CREATE OR REPLACE TRIGGER "categories_remember_deleted" AFTER DELETE ON "categories"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('category');

CREATE OR REPLACE TRIGGER "events_remember_deleted" AFTER DELETE ON "events"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('event');

CREATE OR REPLACE TRIGGER "deals_remember_deleted" AFTER DELETE ON "deals"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "remember_deleted"('deal');

-- A table that is emptied at once is not told row by row: copies of the directory begin anew.
CREATE OR REPLACE FUNCTION "begin_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "directory_version" SET "epoch" = gen_random_uuid();
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_begin_epoch" AFTER TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "categories_begin_epoch" AFTER TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "events_begin_epoch" AFTER TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();

CREATE OR REPLACE TRIGGER "deals_begin_epoch" AFTER TRUNCATE ON "deals"
  FOR EACH STATEMENT EXECUTE FUNCTION "begin_epoch"();
