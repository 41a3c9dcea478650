-- CreateTable
CREATE TABLE "form_keys" (
    "public_key" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_keys_pkey" PRIMARY KEY ("public_key")
);

-- Processes of the former version may still use this table during a rolling update.
DELETE FROM "signing_secrets";

-- Addresses of admins become networks: an IPv4 /24 or an IPv6 /48.
CREATE FUNCTION "pg_temp"."wide_network"(address TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE AS $$
  SELECT CASE
    WHEN address ~ '^\d{1,3}(\.\d{1,3}){3}$' THEN regexp_replace(address, '\d+$', '0/24')
    WHEN address = '::1' THEN address
    WHEN address ~ '^[0-9a-f:]*:[0-9a-f:]*$' THEN network(set_masklen(address::inet, 48))::text
  END
$$;
ALTER TABLE "audit_entries" DISABLE TRIGGER "audit_entries_append_only";
UPDATE "audit_entries" SET "address" = "pg_temp"."wide_network"("address") WHERE "address" IS NOT NULL;
ALTER TABLE "audit_entries" ENABLE TRIGGER "audit_entries_append_only";
UPDATE "admin_sessions" SET "address" = coalesce("pg_temp"."wide_network"("address"), 'unknown');
