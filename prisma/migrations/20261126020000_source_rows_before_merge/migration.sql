-- What a source said of a business when that was merged into another one, which comes back with it.
ALTER TABLE "source_rows" ADD COLUMN "before_merge" JSONB;
