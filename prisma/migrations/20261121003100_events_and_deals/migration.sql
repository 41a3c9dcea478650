-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "category_id" UUID,
    "business_id" UUID,
    "venue" TEXT,
    "street" TEXT,
    "unit" TEXT,
    "city" TEXT,
    "county" TEXT,
    "state" TEXT NOT NULL DEFAULT 'MN',
    "postal_code" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "website" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "recurrence" TEXT,
    "excluded_dates" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "last_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "city_slug" TEXT,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deals" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "business_id" UUID NOT NULL,
    "code" TEXT,
    "website" TEXT,
    "terms" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "deals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "events_slug_key" ON "events"("slug");

-- CreateIndex
CREATE INDEX "events_last_ends_at_idx" ON "events"("last_ends_at");

-- CreateIndex
CREATE INDEX "events_category_id_idx" ON "events"("category_id");

-- CreateIndex
CREATE INDEX "events_business_id_idx" ON "events"("business_id");

-- CreateIndex
CREATE UNIQUE INDEX "deals_slug_key" ON "deals"("slug");

-- CreateIndex
CREATE INDEX "deals_business_id_idx" ON "deals"("business_id");

-- CreateIndex
CREATE INDEX "deals_ends_at_idx" ON "deals"("ends_at");

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deals" ADD CONSTRAINT "deals_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "events" ADD CONSTRAINT "events_end_after_start" CHECK ("starts_at" < "ends_at");
ALTER TABLE "deals" ADD CONSTRAINT "deals_end_after_start" CHECK ("starts_at" < "ends_at");

CREATE TRIGGER "events_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
CREATE TRIGGER "deals_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "deals"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();

-- Counts the changes of a record, for optimistic locking.
CREATE FUNCTION "count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "categories_count_revision" BEFORE UPDATE ON "categories"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();
CREATE TRIGGER "events_count_revision" BEFORE UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();
CREATE TRIGGER "deals_count_revision" BEFORE UPDATE ON "deals"
  FOR EACH ROW EXECUTE FUNCTION "count_revision"();

CREATE FUNCTION "stamp_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := (SELECT "changed_at" FROM "directory_version");
  NEW."created_at" := least(NEW."created_at", NEW."updated_at");
  RETURN NEW;
END;
$$;

CREATE TRIGGER "events_stamp" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "stamp_update"();
CREATE TRIGGER "deals_stamp" BEFORE INSERT OR UPDATE ON "deals"
  FOR EACH ROW EXECUTE FUNCTION "stamp_update"();

CREATE FUNCTION "derive_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."city_slug" := place_slug(NEW."city");
  RETURN NEW;
END;
$$;

CREATE TRIGGER "events_derive" BEFORE INSERT OR UPDATE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "derive_event"();
