-- Besides the order of lists in a ZIP code, what the importer looks for there: names that begin alike
-- at one house number.
CREATE INDEX "businesses_by_address_idx" ON "businesses"("postal_code", "name_key", "id", "number", "status", "removed_at",
  (COALESCE(substring("street" FROM '^[0-9]+'), '')));

-- Step: what the former version read by
DROP INDEX "businesses_by_postal_code_idx";
