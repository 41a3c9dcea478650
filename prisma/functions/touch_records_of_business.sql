-- Updates events and deals when their business changes. Their records contain its name, those of
-- deals also its categories and city, and deals are removed along with it.
CREATE OR REPLACE FUNCTION "touch_records_of_business"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "events" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  UPDATE "deals" SET "revision" = "revision" WHERE "business_id" = NEW."id";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_touch_records" AFTER UPDATE ON "businesses"
  FOR EACH ROW
  WHEN ((OLD."slug", OLD."name", OLD."city", OLD."category_slugs", OLD."removed_at")
    IS DISTINCT FROM (NEW."slug", NEW."name", NEW."city", NEW."category_slugs", NEW."removed_at"))
  EXECUTE FUNCTION "touch_records_of_business"();
