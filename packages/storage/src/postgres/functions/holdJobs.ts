/** Keeps others from settling and claiming pages of the jobs until the end of the transaction, and folds what they did. */

export const holdJobs = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.hold_jobs(ids text[]) RETURNS void LANGUAGE plpgsql
    AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended('${schema}.job ' || id, 0) AS key FROM unnest(ids) AS id ORDER BY key) AS keys;
      PERFORM ${schema}.fold_jobs(ARRAY(SELECT n FROM ${schema}.job WHERE id = ANY(ids)), true);
    END $$`
