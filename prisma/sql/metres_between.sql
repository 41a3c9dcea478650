-- Metres along the great circle of a sphere with the Earth's mean radius (haversine formula). Not
-- STRICT: PostgreSQL would call it for each row instead of putting its expression into the query,
-- which takes a tenth of the time.
CREATE OR REPLACE FUNCTION "metres_between"(
  lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lat2 IS NOT NULL AND lon2 IS NOT NULL THEN
    2 * 6371008.8 * asin(sqrt(least(1,
      sin(radians(lat2 - lat1) / 2) ^ 2
      + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
  END
$$;
