-- What addresses of a business lead to that was merged into another one.
CREATE TABLE "merged_businesses" (
    "id" UUID NOT NULL,
    "into_id" UUID NOT NULL,
    CONSTRAINT "merged_businesses_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "merged_businesses_into_id_idx" ON "merged_businesses"("into_id");
ALTER TABLE "merged_businesses" ADD CONSTRAINT "merged_businesses_id_fkey"
    FOREIGN KEY ("id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "merged_businesses" ADD CONSTRAINT "merged_businesses_into_id_fkey"
    FOREIGN KEY ("into_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
