/**
 * What an exchange has to know: the jobs that claims may serve; the jobs and pages that are settled; and the pages that
 * are known by these keys. Looks at no more jobs than asked for: of accounts in turns, beginning with the one behind
 * `turn`, then of those whose moment has come or that were waiting for what the settled pages leave.
 */
import { settings } from "./settings.ts"

export const exchangeSnapshot = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.exchange_snapshot(of_jobs text[], of_pages bigint[], of_keys json, unreadable int[],
    of_account int, most int, moment float8, farthest float8, turn text)
    RETURNS json LANGUAGE plpgsql STABLE ${settings}
    AS $$
    DECLARE
      accounts text[] := '{}';
      behind text := turn;
      around boolean := turn = '';
      of_next text;
      per_account int;
      jobs int[];
      found int[] := '{}';
      crowded int[] := '{}';
    BEGIN
      WHILE cardinality(accounts) < most LOOP
        SELECT account INTO of_next FROM ${schema}.ready WHERE due = 0 AND account > behind ORDER BY account LIMIT 1;
        IF of_next IS NULL THEN
          EXIT WHEN around;
          around := true;
          behind := '';
          SELECT account INTO of_next FROM ${schema}.ready WHERE due = 0 ORDER BY account LIMIT 1;
        END IF;
        EXIT WHEN of_next IS NULL OR (turn <> '' AND around AND of_next > turn);
        accounts := accounts || of_next;
        behind := of_next;
      END LOOP;
      IF cardinality(accounts) < most THEN behind := ''; END IF;
      per_account := greatest(1, least(of_account, most / greatest(1, cardinality(accounts))));
      FOREACH of_next IN ARRAY accounts LOOP
        jobs := ARRAY(SELECT job FROM ${schema}.ready WHERE due = 0 AND account = of_next AND job <> ALL(unreadable)
          ORDER BY priority DESC, place LIMIT per_account + 1);
        IF cardinality(jobs) > per_account THEN
          jobs := jobs[1:per_account];
          crowded := crowded || jobs;
        END IF;
        found := found || jobs;
      END LOOP;
      found := found
        || ARRAY(SELECT job FROM ${schema}.ready WHERE due > 0 AND due <= moment AND job <> ALL(unreadable)
          ORDER BY due LIMIT most)
        -- Parked before the clock was set back.
        || ARRAY(SELECT job FROM ${schema}.ready WHERE due > farthest AND due < 'Infinity'
          AND job <> ALL(unreadable) LIMIT of_account)
        || ARRAY(SELECT n FROM ${schema}.job WHERE id = ANY(of_jobs))
        || ARRAY(SELECT job FROM (SELECT DISTINCT job FROM ${schema}.delta) AS changed
          WHERE (SELECT due > moment AND host IS NULL FROM ${schema}.ready WHERE ready.job = changed.job) LIMIT most)
        || ARRAY(SELECT waiting.job FROM (
            SELECT host FROM ${schema}.page WHERE n = ANY(of_pages) UNION SELECT host FROM ${schema}.host_delta) AS freed,
          LATERAL (SELECT job FROM ${schema}.ready WHERE needs_room AND ready.host = freed.host
            ORDER BY priority DESC, place LIMIT of_account) AS waiting LIMIT most);
      RETURN json_build_object(
        'turn', behind,
        'open', (SELECT json_agg(row) FROM (
          SELECT id, n, account, priority, n = ANY(crowded) AS crowded,
            active + (SELECT coalesce(sum(active), 0) FROM ${schema}.delta WHERE delta.job = job.n) AS active,
            (SELECT coalesce(sum(pages), 0) FROM ${schema}.running WHERE running.account = job.account) AS busy
          FROM ${schema}.job WHERE n = ANY(ARRAY(SELECT DISTINCT unnest(found))) AND status = 'scraping'
            AND n <> ALL(unreadable)) AS row),
        'jobs', (SELECT json_agg(row) FROM (SELECT n, id, status, coalesce(d.origin, job.origin) AS origin,
          job.queued + d.queued AS queued, job.active + d.active AS active, job.completed + d.completed AS completed,
          job.failed + d.failed AS failed, job.skipped + d.skipped AS skipped, cancelled, status_2xx, status_3xx,
          status_4xx, status_5xx, backward, collecting::int AS collecting, credits, error, next_at, limited_since,
          queue_ms, created_at, finished_at, last_activity, events, results, NULL AS output
          FROM ${schema}.job, LATERAL (SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active,
            coalesce(sum(completed), 0) AS completed, coalesce(sum(failed), 0) AS failed,
            coalesce(sum(skipped), 0) AS skipped,
            (array_agg(origin ORDER BY n DESC) FILTER (WHERE origin IS NOT NULL))[1] AS origin
            FROM ${schema}.delta WHERE delta.job = job.n) AS d
          WHERE id = ANY(of_jobs)) AS row),
        'pages', (SELECT json_agg(row) FROM (SELECT n, job, url, host, depth, coalesce(token, 0) AS token,
          coalesce(losses, 0) AS losses, coalesce(attempts, 0) AS attempts, attempt_log, state, content_hash
          FROM ${schema}.page WHERE n = ANY(of_pages)) AS row),
        'keys', (SELECT json_agg(row) FROM (SELECT known.job, known.a, known.b, page.n, page.url, page.state,
            page.content_hash
          FROM (SELECT job, a, b, coalesce(
              (SELECT page FROM ${schema}.alias WHERE alias.job = named.job AND alias.a = named.a AND alias.b = named.b),
              (SELECT page.n FROM ${schema}.page WHERE page.job = named.job AND page.a = named.a AND page.b = named.b)) AS n
            FROM (SELECT (SELECT job.n FROM ${schema}.job WHERE job.id = x.id) AS job, a, b
              FROM json_to_recordset(of_keys) AS x (id text, a bigint, b bigint)) AS named) AS known
          LEFT JOIN ${schema}.page ON page.n = known.n WHERE known.job IS NOT NULL) AS row));
    END $$`
