-- CreateEnum
CREATE TYPE "business_status" AS ENUM ('open', 'temporarily_closed', 'closed');

-- CreateEnum
CREATE TYPE "location_precision" AS ENUM ('exact', 'postalCode', 'city');

-- CreateEnum
CREATE TYPE "key_request_status" AS ENUM ('pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "api_key_state" AS ENUM ('active', 'suspended', 'revoked');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "businesses" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" "business_status" NOT NULL DEFAULT 'open',
    "street" TEXT,
    "unit" TEXT,
    "city" TEXT,
    "county" TEXT,
    "state" TEXT NOT NULL DEFAULT 'MN',
    "postal_code" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "precision" "location_precision",
    "phone" TEXT,
    "email" TEXT,
    "website" TEXT,
    "social" JSONB NOT NULL DEFAULT '{}',
    "hours" JSONB NOT NULL DEFAULT '[]',
    "established_on" DATE,
    "match_key" TEXT COLLATE "C",
    "import_digest" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "businesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "business_categories" (
    "business_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "business_categories_pkey" PRIMARY KEY ("business_id","category_id")
);

-- CreateTable
CREATE TABLE "directory_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "directory_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_requests" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "organization" TEXT,
    "website" TEXT,
    "project" TEXT NOT NULL,
    "expected_requests_per_hour" INTEGER,
    "status" "key_request_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "key_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "request_id" UUID,
    "label" TEXT NOT NULL,
    "owner_name" TEXT NOT NULL,
    "owner_email" TEXT NOT NULL,
    "limit_per_hour" INTEGER NOT NULL,
    "state" "api_key_state" NOT NULL DEFAULT 'active',
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_secrets" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "start" TEXT NOT NULL,
    "delivery_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "admins" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "admins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "admin_sessions" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "admin_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "admin_id" UUID,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit_windows" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "attempt_windows" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_windows_pkey" PRIMARY KEY ("bucket")
);

-- CreateIndex
CREATE UNIQUE INDEX "businesses_slug_key" ON "businesses"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "businesses_match_key_key" ON "businesses"("match_key");

-- CreateIndex
CREATE INDEX "businesses_name_id_idx" ON "businesses"("name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");

-- CreateIndex
CREATE INDEX "business_categories_category_id_idx" ON "business_categories"("category_id");

-- CreateIndex
CREATE INDEX "key_requests_status_created_at_idx" ON "key_requests"("status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_request_id_key" ON "api_keys"("request_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_secrets_hash_key" ON "api_key_secrets"("hash");

-- CreateIndex
CREATE INDEX "api_key_secrets_key_id_idx" ON "api_key_secrets"("key_id");

-- CreateIndex
CREATE INDEX "api_key_secrets_delivery_id_idx" ON "api_key_secrets"("delivery_id");

-- CreateIndex
CREATE INDEX "deliveries_status_next_attempt_at_idx" ON "deliveries"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "deliveries_recipient_kind_idx" ON "deliveries"("recipient", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "admins_email_key" ON "admins"("email");

-- CreateIndex
CREATE UNIQUE INDEX "admin_sessions_token_hash_key" ON "admin_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "admin_sessions_admin_id_idx" ON "admin_sessions"("admin_id");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

-- CreateIndex
CREATE INDEX "audit_entries_subject_subject_id_idx" ON "audit_entries"("subject", "subject_id");

-- CreateIndex
CREATE INDEX "rate_limit_windows_resets_at_idx" ON "rate_limit_windows"("resets_at");

-- CreateIndex
CREATE INDEX "attempt_windows_resets_at_idx" ON "attempt_windows"("resets_at");

-- AddForeignKey
ALTER TABLE "business_categories" ADD CONSTRAINT "business_categories_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "business_categories" ADD CONSTRAINT "business_categories_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "key_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The directory's version: every change moves it, in the change's own transaction.
INSERT INTO "directory_version" ("id", "version") VALUES (1, 0);
ALTER TABLE "directory_version" ADD CONSTRAINT "directory_version_one_row" CHECK ("id" = 1);

CREATE FUNCTION "move_directory_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "directory_version" SET "version" = "version" + 1;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "businesses_move_directory_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "businesses"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
CREATE TRIGGER "categories_move_directory_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
CREATE TRIGGER "business_categories_move_directory_version"
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "business_categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();

-- An e-mail address has at most one pending request.
CREATE UNIQUE INDEX "key_requests_one_pending_per_email"
  ON "key_requests" (lower("email")) WHERE "status" = 'pending';

-- The audit is only ever added to.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only';
END;
$$;

CREATE TRIGGER "audit_entries_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_limit_per_hour"
  CHECK ("limit_per_hour" BETWEEN 1 AND 10000000);
