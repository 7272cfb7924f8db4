/**
 * What a worker writes while pages run, as functions in the database: no round trip happens while the row of a job or of
 * a host is locked, and no statement is planned again. The functions look up rows by their keys alone, so the generic
 * plans stay right while the tables grow.
 */

/**
 * A plan that is made for a small table must not scan the large one that it becomes. For the same reason the functions
 * read other rows in scalar subqueries and loops, of which the planner makes no joins.
 */
const settings =
  "SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

export const exchangeFunctions = (schema: string): ReadonlyArray<string> => [
  // Writes how pages ended. The counters, event numbers and positions that it is given count from those of the jobs. What
  // it is given was computed without a lock: null, and nothing written, when it no longer holds. Otherwise the jobs that
  // have nothing left to do.
  `CREATE FUNCTION ${schema}.settle_pages(of_jobs json, of_pages json, of_keys json, of_results json, of_failures json,
    of_aliases json, of_debits json, unpaid text[], of_events json, of_links json, of_hosts json, moment float8,
    full_cap int, goods_for_cap int) RETURNS int[] LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      item record;
      numbers int[];
      names text[];
      fresh int;
      left_out int;
      behind int;
      is_done boolean;
      done int[] := '{}';
    BEGIN
      numbers := ARRAY(SELECT n FROM json_to_recordset(of_jobs) AS x (n int));
      PERFORM 1 FROM ${schema}.job WHERE n = ANY(numbers) ORDER BY n FOR UPDATE;
      IF EXISTS (SELECT 1 FROM json_to_recordset(of_jobs) AS x (n int, status text)
          WHERE (SELECT status FROM ${schema}.job WHERE job.n = x.n) IS DISTINCT FROM x.status)
        OR EXISTS (SELECT 1 FROM json_to_recordset(of_pages) AS x (n bigint, token int)
          WHERE (SELECT CASE WHEN state = 1 THEN token END FROM ${schema}.page WHERE page.n = x.n) IS DISTINCT FROM x.token)
        OR EXISTS (SELECT 1 FROM json_to_recordset(of_keys) AS x (job int, a bigint, b bigint, n bigint, state int)
          WHERE coalesce((SELECT page FROM ${schema}.alias WHERE alias.job = x.job AND alias.a = x.a AND alias.b = x.b),
              (SELECT page.n FROM ${schema}.page WHERE page.job = x.job AND page.a = x.a AND page.b = x.b))
              IS DISTINCT FROM x.n
            OR (x.n IS NOT NULL AND (SELECT state FROM ${schema}.page WHERE page.n = x.n) IS DISTINCT FROM x.state))
      THEN
        RETURN NULL;
      END IF;

      INSERT INTO ${schema}.result (job, position, page, url, depth, document, credits, facts)
        SELECT x.job, x.position + (SELECT results FROM ${schema}.job WHERE job.n = x.job), page, url, depth, document, credits,
          facts FROM json_to_recordset(of_results)
        AS x (job int, position int, page bigint, url text, depth int, document text, credits int, facts text);
      INSERT INTO ${schema}.failure (job, page, url, error, code, at)
        SELECT job, page, url, error, code, at FROM json_to_recordset(of_failures)
        AS x (job int, page bigint, url text, error text, code text, at float8);
      INSERT INTO ${schema}.alias (job, a, b, page) SELECT job, a, b, page FROM json_to_recordset(of_aliases)
        AS x (job int, a bigint, b bigint, page bigint) ON CONFLICT (job, a, b) DO UPDATE SET page = excluded.page;
      DELETE FROM ${schema}.hold
        WHERE id = ANY(unpaid || ARRAY(SELECT id FROM json_to_recordset(of_debits) AS x (id text)));
      INSERT INTO ${schema}.debit (id, account, unit, amount, reason, key_name, at)
        SELECT id, account, unit, amount, reason, key_name, at FROM json_to_recordset(of_debits)
        AS x (id text, account text, unit text, amount int, reason text, key_name text, at float8)
        ON CONFLICT (id) DO NOTHING;
      INSERT INTO ${schema}.event (job, number, type, at, position, page)
        SELECT x.job, x.number + job.events, x.type, x.at, x.position + job.results, x.page
        FROM json_to_recordset(of_events) AS x (job int, number int, type text, at float8, position int, page text)
        LEFT JOIN ${schema}.job ON job.n = x.job;
      INSERT INTO ${schema}.delivery (id, job, number, type, position, attempt, due_at)
        SELECT job.id || '-' || (x.number + job.events), x.job, x.number + job.events, x.type, x.position + job.results, 0,
          x.at
        FROM json_to_recordset(of_events)
        AS x (job int, number int, type text, at float8, position int, delivered boolean)
        LEFT JOIN ${schema}.job ON job.n = x.job WHERE x.delivered ORDER BY x.number;
      FOR item IN SELECT * FROM json_to_recordset(of_pages) AS x (n bigint, job int, state int, until float8, undo int,
        losses int, reason text, rule text, error text, position int, hash text)
      LOOP
        UPDATE ${schema}.page SET state = item.state, until = item.until, attempts = attempts - item.undo, losses = item.losses,
          reason = item.reason, rule = item.rule, error = item.error,
          position = item.position + (SELECT results FROM ${schema}.job WHERE job.n = item.job), content_hash = item.hash
          WHERE n = item.n;
      END LOOP;
      FOR item IN SELECT * FROM json_to_recordset(of_jobs) AS x (n int, origin text, queued int, active int, completed int,
        failed int, skipped int, status_2xx int, status_3xx int, status_4xx int, status_5xx int, credits int, events int,
        results int, max_pages float8)
      LOOP
        WITH added AS (
          INSERT INTO ${schema}.page (job, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank)
          SELECT item.n, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank
          FROM json_to_recordset(of_links) AS link (job int, ord int, a bigint, b bigint, url text, host text, depth int,
            state int, found_on bigint, reason text, rule text, last_modified text, rank int)
          WHERE link.job = item.n
            AND (SELECT n FROM ${schema}.page WHERE page.job = item.n AND page.a = link.a AND page.b = link.b) IS NULL
            AND (SELECT page FROM ${schema}.alias WHERE alias.job = item.n AND alias.a = link.a AND alias.b = link.b) IS NULL
          ORDER BY ord RETURNING state, reason
        )
        SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 4),
          count(*) FILTER (WHERE reason = 'backward') INTO fresh, left_out, behind FROM added;
        UPDATE ${schema}.job SET origin = coalesce(item.origin, origin), queued = queued + item.queued + fresh,
          active = active + item.active, completed = completed + item.completed, failed = failed + item.failed,
          skipped = skipped + item.skipped + left_out, backward = backward + behind, status_2xx = status_2xx + item.status_2xx,
          status_3xx = status_3xx + item.status_3xx, status_4xx = status_4xx + item.status_4xx,
          status_5xx = status_5xx + item.status_5xx, credits = credits + item.credits, events = events + item.events,
          results = results + item.results, last_activity = moment
          WHERE n = item.n
          RETURNING status = 'scraping' AND active = 0 AND (completed >= item.max_pages OR (queued = 0 AND NOT collecting))
          INTO is_done;
        IF is_done THEN done := done || item.n; END IF;
      END LOOP;
      names := ARRAY(SELECT host FROM json_to_recordset(of_hosts) AS x (host text));
      PERFORM 1 FROM ${schema}.host WHERE host = ANY(names) ORDER BY host FOR UPDATE;
      FOR item IN SELECT * FROM json_to_recordset(of_hosts) AS x (host text, ended int, is_good boolean, resets boolean,
        goods int)
      LOOP
        UPDATE ${schema}.host SET active = greatest(0, active - item.ended),
          refusals = CASE WHEN item.is_good THEN 0 ELSE refusals END,
          cap = CASE WHEN cap < full_cap
            THEN least(full_cap, cap + (CASE WHEN item.resets THEN 0 ELSE streak END + item.goods) / goods_for_cap) ELSE cap END,
          streak = CASE WHEN cap < full_cap THEN (CASE WHEN item.resets THEN 0 ELSE streak END + item.goods) % goods_for_cap
            ELSE CASE WHEN item.resets THEN 0 ELSE streak END + item.goods END
          WHERE host = item.host;
      END LOOP;
      RETURN done;
    END $$`,
  // Claims up to `wanted` pages of the jobs, in their order: first a share of each of the first `sharing` jobs, then what
  // is left over from all. Waits for the first job unless others are held already, and passes over jobs and hosts that
  // somebody holds. Whose turn it is within a job is given and returned.
  `CREATE FUNCTION ${schema}.claim_pages(of_jobs json, wanted int, sharing int, moment float8, lease_until float8,
    latest float8, full_cap int, holds boolean, OUT pages json, OUT turns json, OUT passed boolean)
    LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      e record;
      j record;
      h record;
      w record;
      given json[] := '{}';
      turned json[] := '{}';
      holds_jobs boolean := holds;
      holds_hosts boolean := holds;
      is_first boolean;
      share int;
      room float8;
      of_account float8;
      may int;
      turn text;
      found_hosts text[];
      found_pages bigint[];
      taken bigint[];
      paced_hosts text[];
      locked_hosts int;
    BEGIN
      passed := false;
      FOREACH is_first IN ARRAY ARRAY[true, false] LOOP
        FOR e IN SELECT * FROM json_to_recordset(of_jobs) AS x (ord int, n int, max_pages float8,
          max_active float8, account_max float8, delay float8, heeds boolean, turn text) ORDER BY ord
        LOOP
          EXIT WHEN cardinality(given) >= wanted OR (is_first AND e.ord >= sharing)
            OR (NOT is_first AND json_array_length(of_jobs) = 1);
          share := CASE WHEN is_first THEN ceil((wanted - cardinality(given))::float8 / (sharing - e.ord))
            ELSE wanted - cardinality(given) END;
          IF holds_jobs THEN
            SELECT * INTO j FROM ${schema}.job WHERE n = e.n FOR UPDATE SKIP LOCKED;
          ELSE
            SELECT * INTO j FROM ${schema}.job WHERE n = e.n FOR UPDATE;
          END IF;
          IF j.n IS NULL THEN
            passed := passed OR holds_jobs;
            CONTINUE;
          END IF;
          holds_jobs := true;
          CONTINUE WHEN j.status <> 'scraping' OR j.queued = 0;
          room := least(share, e.max_pages - j.completed - j.active, CASE
            WHEN e.delay = 0 THEN e.max_active - j.active
            WHEN (j.next_at > moment AND j.next_at <= moment + e.delay) OR j.active > 0 THEN 0
            ELSE 1 END);
          of_account := 'Infinity';
          IF e.account_max < 'Infinity' THEN
            SELECT e.account_max - coalesce(sum(active), 0) INTO of_account FROM ${schema}.job
              WHERE account = j.account AND status IN ('scraping', 'paused');
          END IF;
          IF room > 0 AND of_account <= 0 AND j.limited_since IS NULL THEN
            UPDATE ${schema}.job SET limited_since = moment WHERE n = j.n;
          END IF;
          room := least(room, of_account);
          CONTINUE WHEN room <= 0;

          IF EXISTS (SELECT 1 FROM ${schema}.page WHERE job = j.n AND state = 6 AND until <= moment) THEN
            UPDATE ${schema}.page SET state = 0 WHERE n = ANY(ARRAY(
              SELECT n FROM ${schema}.page WHERE job = j.n AND state = 6 AND until <= moment LIMIT 500));
          END IF;
          turn := coalesce((SELECT item ->> 1 FROM unnest(turned) AS item WHERE (item ->> 0)::int = j.n LIMIT 1), e.turn);
          found_hosts := '{}';
          found_pages := '{}';
          FOR w IN SELECT * FROM ${schema}.waiting_pages(j.n, moment, latest, room::int, full_cap, e.heeds, turn) LOOP
            turn := w.host;
            IF w.page IS NOT NULL THEN
              found_hosts := found_hosts || w.host;
              found_pages := found_pages || w.page::bigint;
            END IF;
          END LOOP;
          turned := ARRAY[json_build_array(j.n, turn)] || turned;
          CONTINUE WHEN cardinality(found_pages) = 0;

          -- Who holds hosts waits for no others, so that nobody waits for somebody who waits for him.
          IF NOT holds_hosts THEN
            PERFORM 1 FROM ${schema}.host WHERE host = ANY(found_hosts) ORDER BY host FOR UPDATE;
          END IF;
          holds_hosts := true;
          -- Whoever writes a new row holds its name, so that nobody waits for a row that is not there yet.
          INSERT INTO ${schema}.host (host, active, cap, delay_ms, next_at, refusals, streak)
            SELECT name, 0, full_cap, 0, 0, 0, 0 FROM (SELECT DISTINCT unnest(found_hosts) AS name) AS found
            WHERE NOT EXISTS (SELECT 1 FROM ${schema}.host WHERE host.host = name)
              AND pg_try_advisory_xact_lock(hashtextextended('${schema}.host ' || name, 0))
            ON CONFLICT (host) DO NOTHING;
          taken := '{}';
          paced_hosts := '{}';
          locked_hosts := 0;
          FOR h IN SELECT * FROM ${schema}.host WHERE host = ANY(found_hosts) ORDER BY host FOR UPDATE SKIP LOCKED LOOP
            locked_hosts := locked_hosts + 1;
            may := CASE
              WHEN h.next_at > moment AND h.next_at <= latest THEN 0
              WHEN e.heeds AND h.delay_ms > 0 THEN least(1, h.cap - h.active)
              ELSE h.cap - h.active END;
            may := least(may, cardinality(array_positions(found_hosts, h.host)));
            CONTINUE WHEN may <= 0;
            taken := taken || ARRAY(SELECT found.page FROM unnest(found_hosts, found_pages) WITH ORDINALITY
              AS found (host, page, ord) WHERE found.host = h.host ORDER BY ord LIMIT may);
            IF e.heeds AND h.delay_ms > 0 THEN
              paced_hosts := paced_hosts || h.host;
              UPDATE ${schema}.host SET active = active + may, next_at = moment + delay_ms WHERE host = h.host;
            ELSE
              UPDATE ${schema}.host SET active = active + may WHERE host = h.host;
            END IF;
          END LOOP;
          passed := passed OR locked_hosts < (SELECT count(DISTINCT name) FROM unnest(found_hosts) AS name);
          CONTINUE WHEN cardinality(taken) = 0;
          WITH claimed AS (
            UPDATE ${schema}.page SET state = 1, attempts = attempts + 1, token = token + 1, until = lease_until
              WHERE n = ANY(taken)
              RETURNING job, n, token, url, host, depth, attempts, last_modified, addition
          )
          SELECT given || array_agg(json_build_object('job', job, 'n', n, 'token', token, 'url', url, 'host', host,
              'depth', depth, 'attempts', attempts, 'last_modified', last_modified, 'paced', host = ANY(paced_hosts),
              'addition', (SELECT value FROM ${schema}.addition WHERE addition.n = claimed.addition),
              'origin', j.origin, 'limited_ms', moment - j.limited_since) ORDER BY n)
            INTO given FROM claimed;
          UPDATE ${schema}.job SET queued = queued - cardinality(taken), active = active + cardinality(taken),
            queue_ms = coalesce(moment - limited_since, queue_ms), limited_since = NULL, next_at = moment + e.delay
            WHERE n = j.n;
        END LOOP;
      END LOOP;
      pages := array_to_json(given);
      turns := array_to_json(turned);
    END $$`,
  // Both in one transaction. A claim alone does not wait for the disk: one that the server forgot is a page that waits
  // again, and who holds it cannot settle it.
  `CREATE FUNCTION ${schema}.exchange_pages(of_jobs json, of_pages json, of_keys json, of_results json, of_failures json,
    of_aliases json, of_debits json, unpaid text[], of_events json, of_links json, of_hosts json, of_claims json,
    wanted int, sharing int, moment float8, lease_until float8, latest float8, full_cap int, goods_for_cap int,
    holds boolean) RETURNS json LANGUAGE plpgsql
    AS $$
    DECLARE
      done int[] := '{}';
      claimed record;
    BEGIN
      IF json_array_length(of_jobs) > 0 OR cardinality(unpaid) > 0 THEN
        done := ${schema}.settle_pages(of_jobs, of_pages, of_keys, of_results, of_failures, of_aliases, of_debits, unpaid,
          of_events, of_links, of_hosts, moment, full_cap, goods_for_cap);
      ELSE
        PERFORM set_config('synchronous_commit', 'off', true);
      END IF;
      IF done IS NULL OR wanted <= 0 OR json_array_length(of_claims) = 0 THEN
        RETURN json_build_object('done', done, 'pages', '[]'::json, 'turns', '[]'::json, 'passed', false);
      END IF;
      SELECT * INTO claimed FROM ${schema}.claim_pages(of_claims, wanted, sharing, moment, lease_until, latest, full_cap,
        holds);
      RETURN json_build_object('done', done, 'pages', claimed.pages, 'turns', claimed.turns, 'passed', claimed.passed);
    END $$`,
  // What an exchange has to know: the jobs that claims may serve, in their order and few of each account; the jobs and
  // pages that are settled; and the pages that are known by these keys.
  `CREATE FUNCTION ${schema}.exchange_snapshot(of_jobs text[], of_pages bigint[], of_keys json, unreadable int[],
    of_account int, most int) RETURNS json LANGUAGE plpgsql STABLE ${settings}
    AS $$
    BEGIN
      RETURN json_build_object(
        'open', (SELECT json_agg(row) FROM (
          SELECT id, n, account, active, next_at, priority, busy FROM (
            SELECT *, row_number() OVER (PARTITION BY account ORDER BY priority DESC, active, n) AS place FROM (
              SELECT id, n, account, active, next_at, priority, queued, status,
                sum(active) OVER (PARTITION BY account) AS busy
              FROM ${schema}.job WHERE status IN ('scraping', 'paused')) AS standing
            WHERE status = 'scraping' AND (queued > 0 OR id = ANY(of_jobs)) AND n <> ALL(unreadable)) AS placed
          WHERE place <= of_account ORDER BY busy, priority DESC, active, n LIMIT most) AS row),
        'jobs', (SELECT json_agg(row) FROM (SELECT n, id, status, origin, queued, active, completed, failed, skipped,
          cancelled, status_2xx, status_3xx, status_4xx, status_5xx, backward, collecting::int AS collecting, credits,
          error, next_at, limited_since, queue_ms, created_at, finished_at, last_activity, events, results, NULL AS output
          FROM ${schema}.job WHERE id = ANY(of_jobs)) AS row),
        'pages', (SELECT json_agg(row) FROM (SELECT n, job, url, host, depth, token, losses, state, content_hash
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
]
