/**
 * Adds to the jobs what was claimed and settled, numbers the events, makes jobs ready that may have got something to do,
 * and returns those with nothing left to do. Jobs whose row is locked are left out, unless the call is to wait.
 */
import { settings } from "./settings.ts"

export const foldJobs = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.fold_jobs(of_jobs int[], waits boolean) RETURNS int[] LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      of_job int;
      j record;
      d record;
      is_done boolean;
      done int[] := '{}';
    BEGIN
      FOREACH of_job IN ARRAY ARRAY(SELECT DISTINCT unnest(of_jobs) ORDER BY 1) LOOP
        CONTINUE WHEN NOT EXISTS (SELECT 1 FROM ${schema}.delta WHERE job = of_job);
        IF waits THEN
          SELECT n, id, events, results INTO j FROM ${schema}.job WHERE n = of_job FOR UPDATE;
        ELSE
          SELECT n, id, events, results INTO j FROM ${schema}.job WHERE n = of_job FOR UPDATE SKIP LOCKED;
        END IF;
        CONTINUE WHEN j.n IS NULL;
        WITH gone AS (DELETE FROM ${schema}.delta WHERE job = of_job RETURNING *)
        SELECT count(*) AS deltas, sum(queued) AS queued, sum(active) AS active, sum(completed) AS completed,
          sum(failed) AS failed, sum(skipped) AS skipped, sum(backward) AS backward, sum(status_2xx) AS status_2xx,
          sum(status_3xx) AS status_3xx, sum(status_4xx) AS status_4xx, sum(status_5xx) AS status_5xx,
          sum(credits) AS credits, max(at) FILTER (WHERE active <= 0) AS at,
          (array_agg(origin ORDER BY n DESC) FILTER (WHERE origin IS NOT NULL))[1] AS origin,
          bool_or(queued > 0) AS has_more, bool_or(active < 0) AS has_room,
          json_agg(events ORDER BY n) AS events INTO d FROM gone;
        CONTINUE WHEN d.deltas = 0;
        WITH numbered AS (
          SELECT row_number() OVER (ORDER BY list.ord, entry.ord) AS number,
            CASE WHEN entry.value ->> 'type' = 'page'
              THEN count(*) FILTER (WHERE entry.value ->> 'type' = 'page') OVER (ORDER BY list.ord, entry.ord) END AS position,
            entry.value ->> 'type' AS type, (entry.value ->> 'at')::float8 AS at, entry.value ->> 'page' AS page,
            (entry.value ->> 'delivered')::boolean AS delivered
          FROM json_array_elements(d.events) WITH ORDINALITY AS list (value, ord),
            json_array_elements(list.value) WITH ORDINALITY AS entry (value, ord)
        ), written AS (
          INSERT INTO ${schema}.event (job, number, type, at, position, page)
          SELECT of_job, j.events + number, type, at, j.results + position, page FROM numbered
        ), delivered AS (
          INSERT INTO ${schema}.delivery (id, job, number, type, position, attempt, due_at)
          SELECT j.id || '-' || (j.events + number), of_job, j.events + number, type, j.results + position, 0, at
          FROM numbered WHERE delivered ORDER BY number
        )
        UPDATE ${schema}.job SET origin = coalesce(d.origin, origin), queued = queued + d.queued,
          active = active + d.active, completed = completed + d.completed, failed = failed + d.failed,
          skipped = skipped + d.skipped, backward = backward + d.backward, status_2xx = status_2xx + d.status_2xx,
          status_3xx = status_3xx + d.status_3xx, status_4xx = status_4xx + d.status_4xx,
          status_5xx = status_5xx + d.status_5xx, credits = credits + d.credits,
          events = events + (SELECT count(*) FROM numbered), results = results + (SELECT count(position) FROM numbered),
          last_activity = greatest(last_activity, d.at)
          WHERE n = of_job
          RETURNING status = 'scraping' AND active = 0 AND (completed >= page_limit
            OR (queued = 0 AND NOT collecting))
          INTO is_done;
        IF is_done THEN done := done || of_job; END IF;
        -- A job that waits for its host gains nothing from the end of a page of its own.
        IF d.has_more OR d.has_room THEN
          UPDATE ${schema}.ready SET changes = changes + 1, due = CASE WHEN d.has_more OR host IS NULL THEN 0 ELSE due END,
            host = CASE WHEN d.has_more THEN NULL ELSE host END, needs_room = needs_room AND NOT d.has_more
            WHERE job = of_job;
        END IF;
      END LOOP;
      RETURN done;
    END $$`
