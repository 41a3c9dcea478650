-- What sources said of a business goes along when it is merged into another one, and comes back with it.
ALTER TABLE "source_rows" ADD COLUMN "merged_from" UUID;
