/** Adds to the hosts how their pages ended; returns the hosts, whose rows it has locked. */
import { settings } from "./settings.ts"

export const foldHosts = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.fold_hosts(full_cap int, goods_for_cap int) RETURNS text[] LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      names text[] := ARRAY(SELECT DISTINCT host FROM ${schema}.host_delta);
      d record;
    BEGIN
      IF cardinality(names) = 0 THEN RETURN names; END IF;
      PERFORM 1 FROM ${schema}.host WHERE host = ANY(names) ORDER BY host FOR UPDATE;
      FOR d IN
        WITH gone AS (DELETE FROM ${schema}.host_delta WHERE host = ANY(names) RETURNING *) SELECT * FROM gone ORDER BY n
      LOOP
        UPDATE ${schema}.host SET active = greatest(0, active - d.ended),
          refusals = CASE WHEN d.is_good AND streak >= -cap THEN 0 ELSE refusals END,
          cap = CASE WHEN cap < full_cap
            THEN least(full_cap, cap + greatest(0, CASE WHEN d.resets THEN least(0, streak) ELSE streak END + d.goods) / goods_for_cap)
            ELSE cap END,
          streak = CASE
            WHEN streak < -cap THEN least(streak + d.ended, greatest(-cap, streak + d.goods))
            WHEN cap < full_cap AND streak + d.goods > 0
              THEN (CASE WHEN d.resets THEN least(0, streak) ELSE streak END + d.goods) % goods_for_cap
            ELSE CASE WHEN d.resets THEN least(0, streak) ELSE streak END + d.goods END
          WHERE host = d.host;
      END LOOP;
      RETURN names;
    END $$`
