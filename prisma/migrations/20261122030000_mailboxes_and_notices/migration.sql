-- One mailbox has one pending request, whatever "+tag" its address is written with.

-- The mailbox behind an e-mail address: in one case, and without the "+tag" that its owner may add.
CREATE OR REPLACE FUNCTION "mailbox_of"(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@')
$$;

-- AlterTable
ALTER TABLE "key_requests" ADD COLUMN "mailbox" TEXT NOT NULL DEFAULT '';
UPDATE "key_requests" SET "mailbox" = mailbox_of("email");

-- Where one mailbox has several pending requests by now, all but one keep their whole address, so that
-- each can still be decided.
UPDATE "key_requests" SET "mailbox" = lower("email") FROM (
  SELECT "id", row_number() OVER (
    PARTITION BY "mailbox" ORDER BY lower("email") = "mailbox" DESC, "created_at", "id"
  ) AS "place"
  FROM "key_requests" WHERE "status" = 'pending'
) "ranked"
WHERE "ranked"."id" = "key_requests"."id" AND "ranked"."place" > 1;

-- Derives the mailbox that a request is counted under.
CREATE OR REPLACE FUNCTION "derive_key_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."mailbox" := mailbox_of(NEW."email");
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "key_requests_derive" BEFORE INSERT OR UPDATE OF "email" ON "key_requests"
  FOR EACH ROW EXECUTE FUNCTION "derive_key_request"();

DROP INDEX "key_requests_one_pending_per_email";
CREATE UNIQUE INDEX "key_requests_one_pending_per_mailbox"
  ON "key_requests" ("mailbox") WHERE "status" = 'pending';

-- CreateIndex
CREATE INDEX "key_requests_mailbox_idx" ON "key_requests"("mailbox");

-- A notice to an admin is of all requests that are waiting, no longer of one: of those that were not
-- sent, one for each admin is enough.
UPDATE "deliveries" SET "data" = '{}' WHERE "kind" = 'key-request-notice' AND "status" <> 'sent';
UPDATE "deliveries" "older"
SET "status" = 'failed', "last_error" = 'Another notice tells of all requests that are waiting.'
WHERE "kind" = 'key-request-notice' AND "status" = 'pending' AND EXISTS (
  SELECT FROM "deliveries" "newer"
  WHERE "newer"."kind" = 'key-request-notice' AND "newer"."status" = 'pending'
    AND "newer"."recipient" = "older"."recipient"
    AND ("newer"."created_at", "newer"."id") > ("older"."created_at", "older"."id")
);
