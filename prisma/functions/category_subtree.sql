-- Returns the given categories and all of their descendants.
CREATE OR REPLACE FUNCTION "category_subtree"(slugs text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE subtree AS (
    SELECT "id", "slug" FROM "categories" WHERE "slug" = ANY (slugs)
    UNION
    SELECT c."id", c."slug" FROM "categories" c JOIN subtree s ON c."parent_id" = s."id"
  )
  SELECT coalesce(array_agg("slug"), '{}') FROM subtree
$$;
