-- CreateTable
CREATE TABLE "event_occurrences" (
    "event_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_occurrences_pkey" PRIMARY KEY ("event_id","starts_at")
);

-- CreateTable
CREATE TABLE "event_expansions" (
    "event_id" UUID NOT NULL,
    "expanded_until" TIMESTAMPTZ(3) NOT NULL,
    "claim_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "event_expansions_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE INDEX "event_occurrences_starts_at_event_id_ends_at_idx" ON "event_occurrences"("starts_at", "event_id", "ends_at");

-- CreateIndex
CREATE INDEX "event_expansions_expanded_until_idx" ON "event_expansions"("expanded_until");

-- AddForeignKey
ALTER TABLE "event_occurrences" ADD CONSTRAINT "event_occurrences_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_expansions" ADD CONSTRAINT "event_expansions_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Forgets the occurrences of an event whose times change, whoever changes them. One that takes place
-- once gets its occurrence here; a rule is expanded by the program, in the same transaction or later.
CREATE FUNCTION "reset_occurrences"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "event_expansions" WHERE "event_id" = NEW."id";
  DELETE FROM "event_occurrences" WHERE "event_id" = NEW."id";
  IF NEW."removed_at" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW."recurrence" IS NOT NULL THEN
    INSERT INTO "event_expansions" ("event_id", "expanded_until")
    VALUES (NEW."id", NEW."starts_at");
  ELSIF NEW."starts_at" <> ALL (coalesce(NEW."excluded_dates", '{}')) THEN
    INSERT INTO "event_occurrences" ("event_id", "starts_at", "ends_at")
    VALUES (NEW."id", NEW."starts_at", NEW."ends_at");
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "events_reset_occurrences_of_new" AFTER INSERT ON "events"
  FOR EACH ROW EXECUTE FUNCTION "reset_occurrences"();
CREATE TRIGGER "events_reset_occurrences_of_changed" AFTER UPDATE ON "events"
  FOR EACH ROW
  WHEN ((OLD."starts_at", OLD."ends_at", OLD."recurrence", OLD."excluded_dates", OLD."removed_at")
    IS DISTINCT FROM
    (NEW."starts_at", NEW."ends_at", NEW."recurrence", NEW."excluded_dates", NEW."removed_at"))
  EXECUTE FUNCTION "reset_occurrences"();

INSERT INTO "event_expansions" ("event_id", "expanded_until")
SELECT "id", "starts_at" FROM "events"
WHERE "removed_at" IS NULL AND "recurrence" IS NOT NULL;

INSERT INTO "event_occurrences" ("event_id", "starts_at", "ends_at")
SELECT "id", "starts_at", "ends_at" FROM "events"
WHERE "removed_at" IS NULL AND "recurrence" IS NULL
  AND "starts_at" <> ALL (coalesce("excluded_dates", '{}'));

-- DropIndex
DROP INDEX "events_last_ends_at_idx";

-- AlterTable
ALTER TABLE "events" DROP COLUMN "last_ends_at";
