/**
 * Makes as many jobs ready that wait for room on these hosts as the hosts have room for; of a host that is to be left
 * alone first, one when that is over. The rows of the hosts are locked. Waits for nobody.
 */
import { roomOf } from "./roomOf.ts"
import { settings } from "./settings.ts"

export const wakeHosts = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.wake_hosts(names text[], now float8, latest float8) RETURNS void LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      name text;
      state record;
      is_paused boolean;
    BEGIN
      FOREACH name IN ARRAY names LOOP
        CONTINUE WHEN NOT EXISTS (SELECT 1 FROM ${schema}.ready WHERE needs_room AND host = name);
        SELECT * INTO state FROM ${schema}.host WHERE host = name;
        is_paused := coalesce(state.next_at > now AND state.next_at <= latest, false);
        UPDATE ${schema}.ready SET due = CASE WHEN is_paused THEN least(due, state.next_at) ELSE 0 END,
          host = CASE WHEN is_paused THEN host END, needs_room = is_paused
          WHERE job = ANY(ARRAY(
            SELECT job FROM ${schema}.ready WHERE needs_room AND host = name ORDER BY priority DESC, place
            LIMIT CASE WHEN is_paused THEN 1 ELSE CASE WHEN state.host IS NULL THEN 1 ELSE ${roomOf} END END
            FOR UPDATE SKIP LOCKED));
      END LOOP;
    END $$`
