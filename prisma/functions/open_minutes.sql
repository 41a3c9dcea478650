-- Returns the open minutes of a week, counted from Monday 00:00. Sunday night continues into
-- Monday.
CREATE OR REPLACE FUNCTION "open_minutes"(hours jsonb) RETURNS int4multirange
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  days CONSTANT text[] :=
    ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  times CONSTANT text := '^\d\d:\d\d$';
  entry jsonb;
  opens text;
  closes text;
  start int;
  stop int;
  result int4multirange := '{}';
BEGIN
  IF jsonb_typeof(hours) IS DISTINCT FROM 'array' THEN
    RETURN result;
  END IF;
  FOR entry IN SELECT jsonb_array_elements(hours) LOOP
    opens := entry ->> 'opens';
    closes := entry ->> 'closes';
    CONTINUE WHEN opens !~ times OR closes !~ times;
    start := 1440 * (array_position(days, entry ->> 'day') - 1)
      + 60 * left(opens, 2)::int + right(opens, 2)::int;
    stop := start + 60 * (left(closes, 2)::int - left(opens, 2)::int)
      + right(closes, 2)::int - right(opens, 2)::int;
    stop := stop + CASE WHEN closes <= opens THEN 1440 ELSE 0 END;
    CONTINUE WHEN (start < stop) IS NOT TRUE;
    result := result + int4multirange(
      int4range(start, least(stop, 10080)), int4range(0, greatest(stop - 10080, 0)));
  END LOOP;
  RETURN result;
END;
$$;
