-- Which keys still call operations that are deprecated.
CREATE TABLE "deprecated_usage" (
    "key_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "last_request_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deprecated_usage_pkey" PRIMARY KEY ("key_id", "operation")
);

CREATE INDEX "deprecated_usage_last_request_at_idx" ON "deprecated_usage"("last_request_at");

ALTER TABLE "deprecated_usage" ADD CONSTRAINT "deprecated_usage_key_id_fkey"
  FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
