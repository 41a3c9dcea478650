-- What the lists of cities and counties are counted from, without a look at the businesses themselves.
-- CreateIndex
CREATE INDEX "businesses_by_places_idx" ON "businesses"("city_slug", "city", "county_slug", "county", "status", "removed_at");
