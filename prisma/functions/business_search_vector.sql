-- Returns the search vector of a business: its names (A), categories (B), city (C), description and
-- street (D). ZIP code, county and phone number match only as a whole. They are prefixed with "=",
-- which occurs in no word: "=55401", "=hennepin", "=6125550100".
CREATE OR REPLACE FUNCTION "business_search_vector"(b "businesses") RETURNS tsvector
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  category_names text;
  -- "St" is "Street" at the end or before a direction or unit, and otherwise "Saint".
  street text := regexp_replace(fold(b."street"),
    '\mst(?= *$| ([ns][ew]?|[ew]|north\w*|south\w*|east|west|apt|ste|suite|unit)\M)', 'street', 'g');
  wholes text[] := array_remove(
    ARRAY['=' || b."postal_code", '=' || place_slug(b."county"), '=' || right(b."phone", 10)], NULL);
BEGIN
  SELECT string_agg("name", ' ') INTO category_names
  FROM "categories" WHERE "slug" = ANY (b."category_slugs");
  -- Term by term: one expression without a subquery keeps the state of the functions in it.
  RETURN search_vector(b."name", 'A') || search_vector(b."legal_name", 'A') || search_vector(category_names, 'B')
    || search_vector(b."city", 'C') || search_vector(b."description", 'D')
    || setweight(to_tsvector('simple', coalesce(search_text(street), '')), 'D')
    || array_to_tsvector(wholes);
END;
$$;
