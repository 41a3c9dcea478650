-- AlterEnum
ALTER TYPE "key_request_status" ADD VALUE 'withdrawn';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "state_reason" TEXT,
ADD COLUMN "warned_days" SMALLINT;

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN "claim_id" UUID,
ADD COLUMN "claimed_until" TIMESTAMPTZ(3);

-- Sessions last eight hours; those of now are ended rather than given a made-up address.
DELETE FROM "admin_sessions";

-- AlterTable
ALTER TABLE "admin_sessions" ADD COLUMN "address" TEXT NOT NULL;

-- CreateTable
CREATE TABLE "key_request_links" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "delivery_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_request_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL,
    "last_request_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","hour")
);

-- CreateIndex
CREATE UNIQUE INDEX "key_request_links_hash_key" ON "key_request_links"("hash");

-- CreateIndex
CREATE INDEX "key_request_links_request_id_idx" ON "key_request_links"("request_id");

-- CreateIndex
CREATE INDEX "key_request_links_delivery_id_idx" ON "key_request_links"("delivery_id");

-- CreateIndex
CREATE INDEX "key_usage_hour_idx" ON "key_usage"("hour");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "key_request_links" ADD CONSTRAINT "key_request_links_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "key_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_request_links" ADD CONSTRAINT "key_request_links_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The version of keys and secrets: every change moves it, in the change's own transaction.
INSERT INTO "key_version" ("id", "version") VALUES (1, 0);
ALTER TABLE "key_version" ADD CONSTRAINT "key_version_one_row" CHECK ("id" = 1);

CREATE FUNCTION "move_key_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "key_version" SET "version" = "version" + 1;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "api_keys_move_key_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_key_version"();
CREATE TRIGGER "api_key_secrets_move_key_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "api_key_secrets"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_key_version"();
