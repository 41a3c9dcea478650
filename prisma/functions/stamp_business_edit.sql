-- Stamps a business with the time of a change that copies of the directory receive as a change of
-- the business itself. Renaming a category changes all of its businesses. Copies receive only the
-- change of the category, unless it reorders the categories of the business. (Fires after
-- "businesses_derive".)
CREATE OR REPLACE FUNCTION "stamp_business_edit"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  else_changed "businesses" := NEW;
  former jsonb;
  present jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."revision" = OLD."revision" THEN
      NEW."edited_at" := OLD."edited_at";
      RETURN NEW;
    END IF;
    else_changed."search_vector" := OLD."search_vector";
    else_changed."record" := OLD."record";
    else_changed."updated_at" := OLD."updated_at";
    else_changed."revision" := OLD."revision";
    else_changed."edited_at" := OLD."edited_at";
    IF else_changed IS NOT DISTINCT FROM OLD THEN
      former := OLD."record"::jsonb -> 'categories';
      present := NEW."record"::jsonb -> 'categories';
      IF former <> present
        AND jsonb_path_query_array(former, '$[*].slug') = jsonb_path_query_array(present, '$[*].slug')
      THEN
        NEW."edited_at" := OLD."edited_at";
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  NEW."edited_at" := NEW."updated_at";
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "businesses_stamp_edit" BEFORE INSERT OR UPDATE ON "businesses"
  FOR EACH ROW EXECUTE FUNCTION "stamp_business_edit"();
