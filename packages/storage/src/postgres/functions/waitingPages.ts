/**
 * Up to `wanted` waiting pages of hosts that may be asked now, beginning with the host behind `turn`. The last row has
 * no page: it names the last host looked at, how many hosts were, the earliest moment at which one of them may be asked,
 * and whether one has no room. Hosts come in the order of their hashes, which the index has in place of their names.
 */
import { roomOf } from "./roomOf.ts"

export const waitingPages = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.waiting_pages(of_job int, now float8, latest float8, wanted int, cap_of_new int,
    heeds_delay boolean, turn text) RETURNS TABLE (host text, page bigint, due float8, hosts int, is_full boolean)
    LANGUAGE plpgsql STABLE
    AS $$
    DECLARE
      least_hash CONSTANT bigint := (-9223372036854775808)::bigint;
      around boolean := turn = '';
      first bigint := CASE WHEN turn = '' THEN least_hash ELSE hashtextextended(turn, 0) END;
      behind bigint := first;
      found bigint;
      next_host text;
      state record;
      room int;
    BEGIN
      host := turn;
      due := 'Infinity';
      hosts := 0;
      is_full := false;
      FOR look IN 1..256 LOOP
        EXIT WHEN wanted <= 0;
        SELECT hashtextextended(w.host, 0), w.host INTO found, next_host FROM ${schema}.page AS w
          WHERE w.job = of_job AND w.state = 0 AND hashtextextended(w.host, 0) > behind
          ORDER BY hashtextextended(w.host, 0) LIMIT 1;
        IF found IS NULL AND NOT around THEN
          around := true;
          SELECT hashtextextended(w.host, 0), w.host INTO found, next_host FROM ${schema}.page AS w
            WHERE w.job = of_job AND w.state = 0 AND hashtextextended(w.host, 0) > least_hash
            ORDER BY hashtextextended(w.host, 0) LIMIT 1;
        END IF;
        EXIT WHEN found IS NULL OR (around AND turn <> '' AND found > first);
        behind := found;
        host := next_host;
        hosts := hosts + 1;
        SELECT * INTO state FROM ${schema}.host AS h WHERE h.host = next_host;
        room := CASE
          WHEN state.host IS NULL THEN cap_of_new
          WHEN state.next_at > now AND state.next_at <= latest THEN 0
          WHEN heeds_delay AND state.delay_ms > 0 THEN least(1, ${roomOf})
          ELSE ${roomOf} END;
        IF room <= 0 AND state.next_at > now AND state.next_at <= latest THEN
          due := least(due, state.next_at);
        ELSIF room <= 0 OR look = 256 THEN
          is_full := true;
        END IF;
        FOR page IN SELECT w.n FROM ${schema}.page AS w
          WHERE w.job = of_job AND w.state = 0 AND hashtextextended(w.host, 0) = found AND w.host = next_host
          ORDER BY w.rank, w.n LIMIT greatest(0, least(wanted, room))
        LOOP
          wanted := wanted - 1;
          RETURN NEXT;
        END LOOP;
      END LOOP;
      page := NULL;
      RETURN NEXT;
    END $$`
