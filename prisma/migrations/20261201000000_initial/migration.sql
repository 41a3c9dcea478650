-- Tables and indexes as Prisma generates them from schema.prisma, with what it cannot express:
-- collations, checks, partial indexes and storage parameters.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Loads pg_trgm into this session. Before that, only a superuser may give its setting to a function.
DO $$ BEGIN PERFORM show_limit(); END $$;

CREATE TYPE "business_status" AS ENUM ('open', 'temporarily_closed', 'closed');
CREATE TYPE "location_precision" AS ENUM ('exact', 'postalCode', 'city');
CREATE TYPE "key_request_status" AS ENUM ('pending', 'approved', 'rejected', 'withdrawn');
CREATE TYPE "api_key_state" AS ENUM ('active', 'suspended', 'revoked');
CREATE TYPE "delivery_status" AS ENUM ('pending', 'sent', 'failed', 'superseded');
CREATE TYPE "suggestion_status" AS ENUM ('pending', 'accepted', 'dismissed');
CREATE TYPE "duplicate_status" AS ENUM ('open', 'later', 'dismissed', 'merged');
CREATE TYPE "import_status" AS ENUM ('waiting', 'running', 'finished', 'failed', 'cancelled');
CREATE TYPE "fetch_schedule" AS ENUM ('hourly', 'daily', 'weekly');
CREATE TYPE "fetch_result" AS ENUM ('importing', 'imported', 'unchanged', 'failed');

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
    "special_hours" JSONB NOT NULL DEFAULT '[]',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "identifiers" JSONB NOT NULL DEFAULT '[]',
    "confirmed_on" DATE,
    "confirmed_by" TEXT,
    "established_on" DATE,
    "legal_name" TEXT,
    "price_level" SMALLINT,
    "match_key" TEXT COLLATE "C",
    "is_imported" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "edited_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "name_key" TEXT NOT NULL DEFAULT '' COLLATE "C",
    "city_slug" TEXT,
    "county_slug" TEXT,
    "category_slugs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "record" TEXT NOT NULL DEFAULT '',
    "number" SERIAL NOT NULL,

    CONSTRAINT "businesses_pkey" PRIMARY KEY ("id")
-- Keeps a row and its record in one piece, because lists read both.
) WITH (toast_tuple_target = 8160);

CREATE TABLE "search_documents" (
    "business_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "is_removed" BOOLEAN NOT NULL,
    "name_key" TEXT NOT NULL COLLATE "C",
    "city_slug" TEXT,
    "vector" tsvector NOT NULL,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("business_id")
);

CREATE TABLE "former_slugs" (
    "slug" TEXT NOT NULL,
    "business_id" UUID NOT NULL,

    CONSTRAINT "former_slugs_pkey" PRIMARY KEY ("slug")
);

CREATE TABLE "merged_businesses" (
    "id" UUID NOT NULL,
    "into_id" UUID NOT NULL,

    CONSTRAINT "merged_businesses_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_words" (
    "word" TEXT NOT NULL COLLATE "C",
    "businesses" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

CREATE TABLE "search_synonyms" (
    "id" UUID NOT NULL,
    "terms" TEXT[],
    "also_finds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "phrases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "search_synonyms_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "regions" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "other_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cities" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "counties" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "postal_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "regions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "categories" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "named_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "former_category_slugs" (
    "slug" TEXT NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "former_category_slugs_pkey" PRIMARY KEY ("slug")
);

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
    "is_free" BOOLEAN,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "recurrence" TEXT,
    "excluded_dates" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "city_slug" TEXT,
    "former_slugs" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "events_end_after_start" CHECK ("starts_at" < "ends_at")
);

CREATE TABLE "event_occurrences" (
    "event_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_occurrences_pkey" PRIMARY KEY ("event_id","starts_at")
);

CREATE TABLE "event_expansions" (
    "event_id" UUID NOT NULL,
    "expanded_until" TIMESTAMPTZ(3) NOT NULL,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "event_expansions_pkey" PRIMARY KEY ("event_id")
);

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
    "former_slugs" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "deals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deals_end_after_start" CHECK ("starts_at" < "ends_at")
);

CREATE TABLE "business_categories" (
    "business_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "business_categories_pkey" PRIMARY KEY ("business_id","category_id")
);

CREATE TABLE "directory_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" BIGINT,
    "epoch" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "directory_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "directory_version_one_row" CHECK ("id" = 1)
);

CREATE TABLE "deleted_records" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_records_pkey" PRIMARY KEY ("id")
);

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
    "mailbox" TEXT NOT NULL DEFAULT '',
    "network" TEXT,

    CONSTRAINT "key_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "key_request_links" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "delivery_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_request_links_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "request_id" UUID,
    "label" TEXT NOT NULL,
    "owner_name" TEXT NOT NULL,
    "owner_email" TEXT NOT NULL,
    "limit_per_hour" INTEGER NOT NULL,
    "state" "api_key_state" NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "warned_days" SMALLINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_keys_limit_per_hour" CHECK ("limit_per_hour" BETWEEN 1 AND 10000000)
);

CREATE TABLE "webhooks" (
    "key_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "version" BIGINT,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("key_id")
);

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

CREATE TABLE "key_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "key_version_one_row" CHECK ("id" = 1)
);

CREATE TABLE "key_usage" (
    "key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL,
    "last_request_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","hour")
);

CREATE TABLE "deprecated_usage" (
    "key_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "last_request_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deprecated_usage_pkey" PRIMARY KEY ("key_id","operation")
);

CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "http_request_id" TEXT,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "admins" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "admins_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "admin_sessions" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "admin_sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "admin_id" UUID,
    "operator" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "rate_limit_windows" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("bucket")
);

CREATE TABLE "window_clearings" (
    "bucket" TEXT NOT NULL,

    CONSTRAINT "window_clearings_pkey" PRIMARY KEY ("bucket")
);

-- Losing the last minutes in a crash costs less than writing them to the log.
CREATE UNLOGGED TABLE "recent_traffic" (
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "bucket" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL,
    "milliseconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "recent_traffic_pkey" PRIMARY KEY ("minute","bucket")
);

CREATE TABLE "attempt_windows" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_windows_pkey" PRIMARY KEY ("bucket")
);

CREATE TABLE "form_keys" (
    "public_key" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_keys_pkey" PRIMARY KEY ("public_key")
);

CREATE TABLE "suggestions" (
    "id" UUID NOT NULL,
    "business_id" UUID,
    "about" TEXT NOT NULL,
    "correction" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "change" JSONB,
    "email" TEXT,
    "sent_by" TEXT NOT NULL DEFAULT 'visitor',
    "status" "suggestion_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "admin_id" UUID,
    "operator" TEXT,
    "file" TEXT,
    "source_id" INTEGER,
    "previewed_source" JSONB,
    "status" "import_status" NOT NULL DEFAULT 'waiting',
    "dry_run" BOOLEAN NOT NULL,
    "format" TEXT,
    "encoding" TEXT,
    "size" BIGINT NOT NULL,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "notes" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "complete" TEXT,
    "max_missing" SMALLINT,
    "mapping" JSONB,
    "sheet" TEXT,
    "missing" INTEGER,
    "new_categories" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ignored_columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "undone_at" TIMESTAMPTZ(3),
    "undone" JSONB,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_rows" (
    "import_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "rows_before" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","part")
);

CREATE TABLE "sources" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "licence" TEXT,
    "attribution" TEXT,
    "rank" SMALLINT NOT NULL DEFAULT 10,
    "id_column" TEXT,
    "mapping" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "source_fetches" (
    "source_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "schedule" "fetch_schedule" NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "fetched_at" TIMESTAMPTZ(3),
    "result" "fetch_result",
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "import_id" UUID,
    "etag" TEXT,
    "last_modified" TEXT,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "source_fetches_pkey" PRIMARY KEY ("source_id")
);

CREATE TABLE "source_rows" (
    "source_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL COLLATE "C",
    "business_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "rank" SMALLINT NOT NULL,
    "values" JSONB NOT NULL,
    "digests" TEXT[],
    "raw_digest" TEXT COLLATE "C",
    "notes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "import_id" UUID,
    "is_missing" BOOLEAN NOT NULL DEFAULT false,
    "former" JSONB NOT NULL DEFAULT '[]',
    "merged_from" UUID,
    "before_merge" JSONB,

    CONSTRAINT "source_rows_pkey" PRIMARY KEY ("source_id","key")
);

CREATE TABLE "import_changes" (
    "import_id" UUID NOT NULL,
    "business_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "undone_at" TIMESTAMPTZ(3),
    "is_edit" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id","business_id")
);

CREATE TABLE "duplicates" (
    "id" UUID NOT NULL,
    "first_id" UUID NOT NULL,
    "second_id" UUID NOT NULL,
    "status" "duplicate_status" NOT NULL DEFAULT 'open',
    "score" DOUBLE PRECISION NOT NULL,
    "reasons" TEXT[],
    "import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "duplicates_pkey" PRIMARY KEY ("id")
);

-- No query searches these columns, and their statistics would take half the time of ANALYZE.
ALTER TABLE "businesses"
  ALTER COLUMN "hours" SET STATISTICS 0,
  ALTER COLUMN "description" SET STATISTICS 0;

-- The content is already compressed.
ALTER TABLE "import_rows" ALTER COLUMN "content" SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX "businesses_slug_key" ON "businesses"("slug");
CREATE UNIQUE INDEX "businesses_match_key_key" ON "businesses"("match_key");
CREATE UNIQUE INDEX "businesses_number_key" ON "businesses"("number");
CREATE INDEX "businesses_by_name_idx" ON "businesses"("name_key", "id", "number");
CREATE INDEX "businesses_by_updated_idx" ON "businesses"("updated_at", "id", "number");
CREATE INDEX "businesses_by_edited_idx" ON "businesses"("edited_at", "id");
CREATE INDEX "businesses_by_created_idx" ON "businesses"("created_at", "id", "number");
CREATE INDEX "businesses_by_city_idx" ON "businesses"("city_slug", "name_key");
CREATE INDEX "businesses_identifiers_idx" ON "businesses" USING GIN ("identifiers" jsonb_path_ops);
CREATE INDEX "search_documents_vector_idx" ON "search_documents" USING GIN ("vector");
CREATE INDEX "former_slugs_business_id_idx" ON "former_slugs"("business_id");
CREATE INDEX "merged_businesses_into_id_idx" ON "merged_businesses"("into_id");
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);
CREATE UNIQUE INDEX "regions_slug_key" ON "regions"("slug");

CREATE INDEX "search_synonyms_phrases_idx" ON "search_synonyms" USING GIN ("phrases");
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");
CREATE INDEX "categories_parent_id_idx" ON "categories"("parent_id");
CREATE INDEX "former_category_slugs_category_id_idx" ON "former_category_slugs"("category_id");
CREATE UNIQUE INDEX "events_slug_key" ON "events"("slug");
CREATE INDEX "events_former_slugs_idx" ON "events" USING GIN ("former_slugs");
CREATE INDEX "events_category_id_idx" ON "events"("category_id");
CREATE INDEX "events_business_id_idx" ON "events"("business_id");
CREATE INDEX "events_updated_at_id_idx" ON "events"("updated_at", "id");
CREATE INDEX "event_occurrences_starts_at_event_id_ends_at_idx" ON "event_occurrences"("starts_at", "event_id", "ends_at");
CREATE INDEX "event_expansions_expanded_until_idx" ON "event_expansions"("expanded_until");
CREATE UNIQUE INDEX "deals_slug_key" ON "deals"("slug");
CREATE INDEX "deals_former_slugs_idx" ON "deals" USING GIN ("former_slugs");
CREATE INDEX "deals_business_id_idx" ON "deals"("business_id");
CREATE INDEX "deals_ends_at_idx" ON "deals"("ends_at");
CREATE INDEX "deals_updated_at_id_idx" ON "deals"("updated_at", "id");
CREATE INDEX "business_categories_category_id_idx" ON "business_categories"("category_id");
CREATE INDEX "deleted_records_deleted_at_id_idx" ON "deleted_records"("deleted_at", "id");
CREATE INDEX "key_requests_status_created_at_idx" ON "key_requests"("status", "created_at");
CREATE INDEX "key_requests_mailbox_idx" ON "key_requests"("mailbox");
CREATE INDEX "key_requests_network_idx" ON "key_requests"("network");
CREATE UNIQUE INDEX "key_request_links_hash_key" ON "key_request_links"("hash");
CREATE INDEX "key_request_links_request_id_idx" ON "key_request_links"("request_id");
CREATE INDEX "key_request_links_delivery_id_idx" ON "key_request_links"("delivery_id");
CREATE UNIQUE INDEX "api_keys_request_id_key" ON "api_keys"("request_id");
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");
CREATE UNIQUE INDEX "api_key_secrets_hash_key" ON "api_key_secrets"("hash");
CREATE INDEX "api_key_secrets_key_id_idx" ON "api_key_secrets"("key_id");
CREATE INDEX "api_key_secrets_delivery_id_idx" ON "api_key_secrets"("delivery_id");
CREATE INDEX "webhooks_next_at_idx" ON "webhooks"("next_at");
CREATE INDEX "key_usage_hour_idx" ON "key_usage"("hour");
CREATE INDEX "deprecated_usage_last_request_at_idx" ON "deprecated_usage"("last_request_at");
CREATE INDEX "deliveries_status_next_attempt_at_idx" ON "deliveries"("status", "next_attempt_at");
CREATE INDEX "deliveries_recipient_kind_idx" ON "deliveries"("recipient", "kind");
CREATE UNIQUE INDEX "admins_email_key" ON "admins"("email");
CREATE UNIQUE INDEX "admin_sessions_token_hash_key" ON "admin_sessions"("token_hash");
CREATE INDEX "admin_sessions_admin_id_idx" ON "admin_sessions"("admin_id");
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");
CREATE INDEX "audit_entries_subject_subject_id_idx" ON "audit_entries"("subject", "subject_id");
CREATE INDEX "rate_limit_windows_resets_at_idx" ON "rate_limit_windows"("resets_at");
CREATE INDEX "attempt_windows_resets_at_idx" ON "attempt_windows"("resets_at");
CREATE INDEX "suggestions_status_created_at_idx" ON "suggestions"("status", "created_at");
CREATE INDEX "suggestions_business_id_idx" ON "suggestions"("business_id");
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");
CREATE UNIQUE INDEX "sources_name_key" ON "sources"("name");
CREATE INDEX "source_rows_source_id_raw_digest_idx" ON "source_rows"("source_id", "raw_digest");
CREATE INDEX "source_rows_business_id_idx" ON "source_rows"("business_id");
CREATE INDEX "import_changes_business_id_idx" ON "import_changes"("business_id");
CREATE UNIQUE INDEX "duplicates_first_id_second_id_key" ON "duplicates"("first_id", "second_id");
CREATE INDEX "duplicates_second_id_idx" ON "duplicates"("second_id");
CREATE INDEX "duplicates_status_score_idx" ON "duplicates"("status", "score");
CREATE UNIQUE INDEX "key_requests_one_pending_per_mailbox" ON "key_requests"("mailbox") WHERE "status" = 'pending';
-- Businesses of a ZIP code by house number. The `similar` check on new businesses reads it.
CREATE INDEX "businesses_by_address_idx" ON "businesses"(
  "postal_code", "name_key", "id", "number", "status", "removed_at", coalesce(substring("street" FROM '^[0-9]+'), '')
);
-- Businesses with one house number or phone number. Imports look for likely duplicates there.
CREATE INDEX "businesses_by_house_idx" ON "businesses"(
  coalesce("postal_code", ''), coalesce(substring("street" FROM '^[0-9]+'), '')
);
CREATE INDEX "businesses_by_phone_idx" ON "businesses"("phone", coalesce("postal_code", ''));

ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "merged_businesses" ADD CONSTRAINT "merged_businesses_id_fkey" FOREIGN KEY ("id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "merged_businesses" ADD CONSTRAINT "merged_businesses_into_id_fkey" FOREIGN KEY ("into_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "former_category_slugs" ADD CONSTRAINT "former_category_slugs_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "events" ADD CONSTRAINT "events_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "event_occurrences" ADD CONSTRAINT "event_occurrences_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event_expansions" ADD CONSTRAINT "event_expansions_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deals" ADD CONSTRAINT "deals_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "business_categories" ADD CONSTRAINT "business_categories_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "business_categories" ADD CONSTRAINT "business_categories_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "key_request_links" ADD CONSTRAINT "key_request_links_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "key_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "key_request_links" ADD CONSTRAINT "key_request_links_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "key_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deprecated_usage" ADD CONSTRAINT "deprecated_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "imports" ADD CONSTRAINT "imports_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "imports" ADD CONSTRAINT "imports_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "source_fetches" ADD CONSTRAINT "source_fetches_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "source_rows" ADD CONSTRAINT "source_rows_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "source_rows" ADD CONSTRAINT "source_rows_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_first_id_fkey" FOREIGN KEY ("first_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_second_id_fkey" FOREIGN KEY ("second_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Apply prisma/functions.

INSERT INTO "directory_version" DEFAULT VALUES;
INSERT INTO "key_version" DEFAULT VALUES;
INSERT INTO "sources" ("id", "name", "rank") VALUES (0, 'unnamed', 0);
INSERT INTO "regions" ("id", "slug", "name", "other_names", "cities", "counties", "postal_codes")
SELECT md5(region."slug")::uuid, region."slug", region."name", region."other_names"::text[],
  region."cities"::text[], region."counties"::text[], region."postal_codes"::text[]
FROM (VALUES
  ('twin-cities', 'Twin Cities', '{MSP,"Twin Cities Metro","Minneapolis-Saint Paul",'
      '"Minneapolis-St. Paul"}',
    '{}', '{anoka,carver,dakota,hennepin,ramsey,scott,washington}', '{}'),
  ('iron-range', 'Iron Range', '{"Mesabi Range",Mesabi}',
    '{aurora,babbitt,biwabik,bovey,buhl,calumet,chisholm,coleraine,ely,embarrass,eveleth,gilbert,'
      'grand-rapids,hibbing,hoyt-lakes,keewatin,kinney,marble,mountain-iron,nashwauk,soudan,'
      'taconite,tower,virginia}', '{}', '{}'),
  ('north-shore', 'North Shore', '{"North Shore of Lake Superior"}',
    '{}', '{cook,lake}', '{}'),
  ('arrowhead', 'Arrowhead', '{"Arrowhead Region","Northeast Minnesota","Northeastern Minnesota"}',
    '{}', '{aitkin,carlton,cook,itasca,koochiching,lake,saint-louis}', '{}'),
  ('brainerd-lakes', 'Brainerd Lakes', '{"Brainerd Lakes Area"}',
    '{baxter,brainerd,breezy-point,crosby,crosslake,deerwood,garrison,lake-shore,merrifield,'
      'nisswa,pequot-lakes}', '{}', '{}'),
  ('lake-minnetonka', 'Lake Minnetonka', '{"Minnetonka Lakes"}',
    '{deephaven,excelsior,greenwood,minnetonka-beach,minnetrista,mound,orono,shorewood,'
      'spring-park,tonka-bay,wayzata,woodland}', '{}', '{}'),
  ('saint-croix-valley', 'St. Croix Valley', '{"Saint Croix Valley"}',
    '{afton,bayport,lakeland,marine-on-saint-croix,oak-park-heights,scandia,stillwater,'
      'taylors-falls}', '{}', '{}'),
  ('driftless-area', 'Driftless Area', '{Driftless,"Bluff Country","Southeast Minnesota",'
      '"Southeastern Minnesota"}',
    '{}', '{fillmore,goodhue,houston,olmsted,wabasha,winona}', '{}'),
  ('red-river-valley', 'Red River Valley', '{}',
    '{}', '{clay,kittson,marshall,norman,pennington,polk,red-lake,traverse,wilkin}', '{}'),
  ('southwest-minnesota', 'Southwest Minnesota', '{"Southwestern Minnesota"}',
    '{}', '{cottonwood,jackson,lincoln,lyon,murray,nobles,pipestone,redwood,rock}', '{}'),
  ('central-minnesota', 'Central Minnesota', '{}',
    '{}', '{benton,sherburne,stearns,wright}', '{}'),
  ('downtown-minneapolis', 'Downtown Minneapolis', '{"Downtown Mpls"}',
    '{}', '{}', '{55401,55402,55403,55415}'),
  ('north-loop', 'North Loop', '{"Warehouse District"}',
    '{}', '{}', '{55401}'),
  ('north-minneapolis', 'North Minneapolis', '{"North Mpls"}',
    '{}', '{}', '{55411,55412}'),
  ('northeast-minneapolis', 'Northeast Minneapolis', '{Nordeast,"NE Minneapolis"}',
    '{}', '{}', '{55413,55418}'),
  ('uptown', 'Uptown', '{"Uptown Minneapolis"}',
    '{}', '{}', '{55408}'),
  ('downtown-saint-paul', 'Downtown Saint Paul', '{"Downtown St. Paul",Lowertown}',
    '{}', '{}', '{55101,55102}'),
  ('highland-park', 'Highland Park', '{}',
    '{}', '{}', '{55116}')
) AS region ("slug", "name", "other_names", "cities", "counties", "postal_codes");
INSERT INTO "search_synonyms" ("id", "terms", "also_finds")
SELECT md5(array_to_string(synonym."terms", ','))::uuid, synonym."terms", synonym."also_finds"
FROM (VALUES
  (ARRAY['mpls', 'minneapolis'], '{}'),
  (ARRAY['moa', 'mall of america'], '{}'),
  (ARRAY['u of m', 'umn', 'university of minnesota'], '{}'),
  (ARRAY['mkt', 'market'], '{}'),
  (ARRAY['bbq', 'barbecue', 'barbeque'], '{}'),
  (ARRAY['theater', 'theatre'], '{}'),
  (ARRAY['kids', 'kid', 'children', 'childrens'], '{}'),
  (ARRAY['bros', 'brothers'], '{}'),
  (ARRAY['bike', 'bicycle'], '{}'),
  (ARRAY['donut', 'doughnut'], '{}'),
  (ARRAY['burger', 'hamburger'], '{}'),
  (ARRAY['pizza', 'pizzeria'], '{}'),
  (ARRAY['taco', 'taqueria'], '{}'),
  (ARRAY['co op', 'coop', 'cooperative'], '{}'),
  (ARRAY['dq', 'dairy queen'], '{}'),
  (ARRAY['mcdonalds', 'mc donalds'], '{}'),
  (ARRAY['bk', 'burger king'], '{}'),
  (ARRAY['bdubs', 'b dubs', 'bww', 'buffalo wild wings'], '{}'),
  (ARRAY['kfc', 'kentucky fried chicken'], '{}'),
  (ARRAY['hcmc', 'hennepin county medical center', 'hennepin healthcare'], '{}'),
  (ARRAY['vfw', 'veterans of foreign wars'], '{}'),
  (ARRAY['dmv', 'dvs', 'driver services', 'vehicle services', 'drivers license', 'license center', 'deputy registrar', 'exam station'], '{}'),
  (ARRAY['gas station', 'filling station', 'fuel'], ARRAY['gas', 'superamerica', 'speedway', 'bp', 'holiday stationstore', 'kwik trip', 'caseys', 'cenex']),
  (ARRAY['coffee shop', 'coffeehouse', 'coffee house', 'cafe'], ARRAY['coffee', 'espresso']),
  (ARRAY['coffee'], ARRAY['cafe', 'espresso']),
  (ARRAY['restaurant', 'eatery', 'places to eat', 'where to eat', 'food'], ARRAY['diner', 'grill']),
  (ARRAY['grocery', 'groceries', 'supermarket', 'food store'], ARRAY['food market']),
  (ARRAY['gluten free', 'gluten', 'celiac'], ARRAY['natural foods', 'food co op', 'food coop', 'grocery co op', 'grocery coop', 'vegan']),
  (ARRAY['pharmacy', 'drugstore', 'drug store'], '{}'),
  (ARRAY['barber', 'barbershop'], '{}'),
  (ARRAY['hair salon', 'hairdresser', 'beauty salon', 'haircut'], '{}'),
  (ARRAY['movie theater', 'cinema', 'movies'], '{}'),
  (ARRAY['doctor', 'physician', 'medical clinic'], ARRAY['clinic']),
  (ARRAY['lawyer', 'attorney', 'law firm', 'law office'], '{}'),
  (ARRAY['auto repair', 'car repair', 'mechanic', 'auto shop'], '{}'),
  (ARRAY['car wash', 'auto wash'], '{}'),
  (ARRAY['child care', 'day care', 'daycare'], '{}'),
  (ARRAY['real estate', 'realtor', 'realty'], '{}'),
  (ARRAY['laundromat', 'coin laundry'], ARRAY['laundry']),
  (ARRAY['liquor store', 'bottle shop', 'off sale'], ARRAY['liquor']),
  (ARRAY['thrift store', 'second hand', 'consignment'], '{}'),
  (ARRAY['pet store', 'pet shop'], '{}'),
  (ARRAY['veterinarian', 'vet', 'animal hospital', 'animal clinic'], ARRAY['veterinary']),
  (ARRAY['gym', 'fitness', 'fitness center', 'health club'], '{}'),
  (ARRAY['brewery', 'taproom', 'tap room', 'brew pub', 'brewpub'], ARRAY['brewing']),
  (ARRAY['beer', 'craft beer', 'beer garden', 'biergarten', 'beer hall'], ARRAY['brewery', 'taproom', 'brewpub', 'brewing']),
  (ARRAY['bar', 'pub', 'tavern', 'saloon'], '{}'),
  (ARRAY['bakery', 'bake shop', 'pastry shop'], '{}'),
  (ARRAY['ice cream', 'creamery', 'custard', 'gelato'], '{}'),
  (ARRAY['farmers market', 'farmer market', 'farm market'], '{}'),
  (ARRAY['florist', 'flower shop'], ARRAY['flowers', 'floral']),
  (ARRAY['hardware store'], ARRAY['hardware']),
  (ARRAY['hotel', 'motel', 'lodging'], ARRAY['inn']),
  (ARRAY['dentist', 'dental'], '{}'),
  (ARRAY['optician', 'eye doctor', 'optometrist', 'eyeglasses'], '{}'),
  (ARRAY['plumber', 'plumbing'], '{}'),
  (ARRAY['electrician', 'electrical contractor'], '{}'),
  (ARRAY['roofer', 'roofing'], '{}'),
  (ARRAY['tire shop', 'tires'], '{}'),
  (ARRAY['bait shop', 'bait and tackle'], '{}'),
  (ARRAY['winery', 'vineyard'], '{}'),
  (ARRAY['nail salon', 'manicure'], ARRAY['nails']),
  (ARRAY['tattoo studio', 'tattoo parlor', 'tattoo shop'], ARRAY['tattoo']),
  (ARRAY['bookstore', 'book store', 'book shop'], ARRAY['books']),
  (ARRAY['shoe store'], ARRAY['shoes']),
  (ARRAY['toy store'], ARRAY['toys']),
  (ARRAY['jeweler', 'jewelry', 'jewelry store'], '{}'),
  (ARRAY['moving company', 'movers'], '{}'),
  (ARRAY['accountant', 'cpa', 'tax preparer'], '{}'),
  (ARRAY['butcher', 'butcher shop', 'meat market', 'meat shop'], '{}'),
  (ARRAY['museum'], ARRAY['museo']),
  (ARRAY['hospital', 'medical center'], '{}'),
  (ARRAY['er', 'emergency room', 'emergency department'], ARRAY['hospital', 'medical center']),
  (ARRAY['urgent care', 'walk in clinic'], ARRAY['clinic']),
  (ARRAY['post office', 'usps'], '{}'),
  (ARRAY['church', 'worship'], '{}'),
  (ARRAY['school', 'academy'], '{}'),
  (ARRAY['bank', 'banking'], '{}'),
  (ARRAY['insurance', 'insurance agent'], '{}'),
  (ARRAY['furniture store'], ARRAY['furniture']),
  (ARRAY['clothing store', 'clothes'], ARRAY['clothing', 'apparel']),
  (ARRAY['panaderia', 'pasteleria', 'rootiga', 'backerei', 'bageri', 'boulangerie'], ARRAY['bakery']),
  (ARRAY['restaurante', 'comida', 'makhaayad', 'maqaayad', 'khw noj mov', 'tsev noj mov', 'ristorante'], ARRAY['restaurant']),
  (ARRAY['cafeteria', 'kafeterio', 'bunka', 'kafee', 'kas fes'], ARRAY['coffee', 'cafe']),
  (ARRAY['cerveceria', 'cerveza', 'brauerei', 'bryggeri', 'biirka'], ARRAY['brewery', 'beer']),
  (ARRAY['hospital', 'isbitaal', 'cisbitaal', 'tsev kho mob', 'krankenhaus'], ARRAY['hospital']),
  (ARRAY['clinica', 'rugta caafimaadka', 'chaw kho mob'], ARRAY['clinic']),
  (ARRAY['biblioteca', 'maktabad', 'tsev nyeem ntawv', 'tsev qiv ntawv', 'bibliothek'], ARRAY['library']),
  (ARRAY['museo', 'matxafka', 'tsev khaws puav pheej'], ARRAY['museum']),
  (ARRAY['farmacia', 'farmashi', 'farmashiye', 'tsev muag tshuaj', 'chaw muag tshuaj'], ARRAY['pharmacy']),
  (ARRAY['dentista', 'dhakhtarka ilkaha', 'kho hniav'], ARRAY['dentist']),
  (ARRAY['medico', 'doctora', 'dhakhtar', 'kws kho mob'], ARRAY['doctor', 'clinic']),
  (ARRAY['supermercado', 'abarrotes', 'tienda de comestibles', 'dukaan', 'tukaan', 'khw muag khoom'], ARRAY['grocery', 'supermarket']),
  (ARRAY['mercado', 'suuq', 'suuqa', 'kiab khw', 'khw'], ARRAY['market']),
  (ARRAY['mercado de agricultores', 'suuqa beeralayda', 'khw ua liaj ua teb'], ARRAY['farmers market']),
  (ARRAY['peluqueria', 'barberia', 'timo jare', 'tsev txiav plaub hau'], ARRAY['barber', 'hair salon']),
  (ARRAY['taller mecanico', 'mecanico', 'makaanik', 'kho tsheb'], ARRAY['auto repair']),
  (ARRAY['abogado', 'qareen', 'kws lij choj'], ARRAY['lawyer']),
  (ARRAY['hotel', 'hudheel', 'hoteel', 'tsev so', 'chaw so'], ARRAY['hotel']),
  (ARRAY['banco', 'bangi', 'tsev cia nyiaj'], ARRAY['bank']),
  (ARRAY['escuela', 'iskuul', 'dugsi', 'tsev kawm ntawv'], ARRAY['school']),
  (ARRAY['iglesia', 'kaniisad', 'tsev teev ntuj'], ARRAY['church']),
  (ARRAY['mezquita', 'masaajid', 'masjid'], ARRAY['mosque', 'islamic center']),
  (ARRAY['guarderia', 'xanaanada carruurta', 'daryeelka carruurta', 'zov menyuam'], ARRAY['child care']),
  (ARRAY['gasolinera', 'kaalinta shidaalka', 'chaw tso roj'], ARRAY['gas station', 'fuel']),
  (ARRAY['lavanderia', 'dharka lagu dhaqo', 'chaw ntxhua khaub ncaws'], ARRAY['laundry']),
  (ARRAY['ropa', 'dhar', 'khaub ncaws'], ARRAY['clothing']),
  (ARRAY['floreria', 'ubaxyo', 'paj'], ARRAY['florist', 'flowers']),
  (ARRAY['carniceria', 'hilible', 'hilib', 'nqaij'], ARRAY['butcher', 'meat']),
  (ARRAY['heladeria', 'helado', 'jalaato'], ARRAY['ice cream']),
  (ARRAY['veterinario', 'dhakhtarka xoolaha', 'kho tsiaj'], ARRAY['veterinarian']),
  (ARRAY['dahab'], ARRAY['jeweler', 'jewelry']),
  (ARRAY['cine', 'shineemo'], ARRAY['movie theater', 'cinema']),
  (ARRAY['bar', 'cantina'], ARRAY['bar']),
  (ARRAY['ninos', 'carruurta', 'menyuam yaus'], ARRAY['kids', 'children', 'childrens']),
  (ARRAY['mexicana', 'mexicano'], ARRAY['mexican']),
  (ARRAY['xalaal'], ARRAY['halal']),
  (ARRAY['hmoob'], ARRAY['hmong']),
  (ARRAY['soomaali'], ARRAY['somali']),
  (ARRAY['🍕'], ARRAY['pizza']),
  (ARRAY['☕'], ARRAY['coffee', 'cafe']),
  (ARRAY['🍺', '🍻'], ARRAY['brewery', 'beer', 'bar']),
  (ARRAY['🍷'], ARRAY['winery', 'wine']),
  (ARRAY['🍸', '🍹', '🍾'], ARRAY['bar', 'cocktail']),
  (ARRAY['🍔'], ARRAY['burger']),
  (ARRAY['🌭'], ARRAY['hot dog']),
  (ARRAY['🌮', '🌯'], ARRAY['taco', 'mexican']),
  (ARRAY['🍣', '🍱'], ARRAY['sushi']),
  (ARRAY['🍜', '🍲'], ARRAY['noodle', 'pho', 'ramen']),
  (ARRAY['🍝'], ARRAY['italian', 'pasta']),
  (ARRAY['🍗'], ARRAY['chicken']),
  (ARRAY['🥩'], ARRAY['steak', 'butcher']),
  (ARRAY['🍦', '🍨', '🍧'], ARRAY['ice cream']),
  (ARRAY['🍩'], ARRAY['donut']),
  (ARRAY['🍪', '🧁', '🎂', '🍰', '🥐', '🥖', '🍞'], ARRAY['bakery']),
  (ARRAY['🥕', '🍅', '🌽', '🍎'], ARRAY['farmers market', 'produce']),
  (ARRAY['🛒'], ARRAY['grocery']),
  (ARRAY['🍽', '🍴'], ARRAY['restaurant']),
  (ARRAY['🏥', '🩺'], ARRAY['hospital', 'clinic']),
  (ARRAY['💊'], ARRAY['pharmacy']),
  (ARRAY['🦷'], ARRAY['dentist']),
  (ARRAY['👓'], ARRAY['optician']),
  (ARRAY['📚', '📖'], ARRAY['library', 'bookstore']),
  (ARRAY['🏨', '🛏'], ARRAY['hotel']),
  (ARRAY['⛽'], ARRAY['gas station', 'fuel']),
  (ARRAY['🚗', '🔧'], ARRAY['auto repair']),
  (ARRAY['🔨', '🛠'], ARRAY['hardware']),
  (ARRAY['💇', '✂', '💈'], ARRAY['hair salon', 'barber']),
  (ARRAY['💅'], ARRAY['nail salon']),
  (ARRAY['🐶', '🐕', '🐱', '🐾'], ARRAY['pet', 'veterinarian']),
  (ARRAY['🎬', '🍿'], ARRAY['movie theater', 'cinema']),
  (ARRAY['🎭'], ARRAY['theater']),
  (ARRAY['🎨'], ARRAY['art']),
  (ARRAY['🎵', '🎸', '🎶'], ARRAY['music']),
  (ARRAY['🏋', '💪'], ARRAY['fitness', 'gym']),
  (ARRAY['🏦'], ARRAY['bank']),
  (ARRAY['💐', '🌹', '🌷'], ARRAY['florist', 'flowers']),
  (ARRAY['🏛'], ARRAY['museum']),
  (ARRAY['⛪'], ARRAY['church']),
  (ARRAY['🎣'], ARRAY['bait', 'fishing']),
  (ARRAY['🚲'], ARRAY['bicycle']),
  (ARRAY['⛵', '🛶', '🚤'], ARRAY['boat']),
  (ARRAY['⛳'], ARRAY['golf']),
  (ARRAY['👶'], ARRAY['child care']),
  (ARRAY['🧸'], ARRAY['toys']),
  (ARRAY['💍'], ARRAY['jeweler', 'jewelry']),
  (ARRAY['👟'], ARRAY['shoes']),
  (ARRAY['👗', '👕'], ARRAY['clothing']),
  (ARRAY['🧺'], ARRAY['laundry']),
  (ARRAY['🏠', '🏡'], ARRAY['real estate'])
) AS synonym ("terms", "also_finds");
