/**
 * What a worker writes while pages run, as functions in the database: no round trip happens while a row that others need
 * is locked, and no statement is planned again. The functions look up rows by their keys alone, so the generic plans stay
 * right while the tables grow.
 *
 * ```
 * settle_pages  pages, results, links      no job, no host ─► delta, host_delta
 * claim_pages   pages                      other claims of the job ─► delta
 * fold_jobs     delta ─► counters, events  the job
 * ```
 *
 * Who changes a job in any other way holds it alone (`hold_jobs`); settlements and claims hold it together.
 */

/**
 * A plan that is made for a small table must not scan the large one that it becomes. For the same reason the functions
 * read other rows in scalar subqueries and loops, of which the planner makes no joins.
 */
const settings =
  "SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

export const exchangeFunctions = (schema: string): ReadonlyArray<string> => [
  // What settlements changed about their jobs, until it is added to these; the events without their numbers.
  `CREATE TABLE ${schema}.delta (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job int NOT NULL, at float8 NOT NULL,
    origin text, queued int NOT NULL, active int NOT NULL, completed int NOT NULL, failed int NOT NULL,
    skipped int NOT NULL, backward int NOT NULL, status_2xx int NOT NULL, status_3xx int NOT NULL,
    status_4xx int NOT NULL, status_5xx int NOT NULL, credits int NOT NULL, events json NOT NULL)`,
  `CREATE INDEX delta_job ON ${schema}.delta (job, n)`,
  // How pages of a host ended, until the next claim.
  `CREATE TABLE ${schema}.host_delta (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, host text NOT NULL,
    ended int NOT NULL, is_good boolean NOT NULL, resets boolean NOT NULL, goods int NOT NULL)`,
  `CREATE INDEX host_delta_host ON ${schema}.host_delta (host, n)`,
  // A result is found by its page, and its place by the event of the page: it is not known yet when the page is written.
  `UPDATE ${schema}.event SET page = result.page::text FROM ${schema}.result
    WHERE event.job = result.job AND event.position = result.position AND event.page IS NULL`,
  `CREATE UNIQUE INDEX event_position ON ${schema}.event (job, position) WHERE position IS NOT NULL`,
  `CREATE INDEX event_page ON ${schema}.event (job, page) WHERE position IS NOT NULL`,
  `ALTER TABLE ${schema}.result DROP CONSTRAINT result_pkey`,
  `ALTER TABLE ${schema}.result ALTER COLUMN position DROP NOT NULL`,
  `ALTER TABLE ${schema}.result ADD PRIMARY KEY (job, page)`,
  // Adds to the jobs what was claimed and settled, numbers the events, and returns the jobs with nothing left to do. Who
  // does not wait leaves out jobs that somebody folds at the moment.
  `CREATE FUNCTION ${schema}.fold_jobs(of_jobs int[], waits boolean) RETURNS int[] LANGUAGE plpgsql ${settings}
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
      END LOOP;
      RETURN done;
    END $$`,
  // Nobody else settles or claims pages of the jobs until the end of the transaction, and all that was is folded.
  `CREATE FUNCTION ${schema}.hold_jobs(ids text[]) RETURNS void LANGUAGE plpgsql
    AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended('${schema}.job ' || id, 0) AS key FROM unnest(ids) AS id ORDER BY key) AS keys;
      PERFORM ${schema}.fold_jobs(ARRAY(SELECT n FROM ${schema}.job WHERE id = ANY(ids)), true);
    END $$`,
  // Writes how pages ended. What it is given was computed without a lock: false, and nothing written, when it no longer
  // holds. Where several wait for each other's keys they do so in one order.
  `CREATE FUNCTION ${schema}.settle_pages(of_jobs json, of_pages json, of_keys json, of_results json, of_failures json,
    of_aliases json, of_debits json, unpaid text[], of_links json, of_hosts json, moment float8)
    RETURNS boolean LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      item record;
      fresh int;
      left_out int;
      behind int;
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(key) FROM (
        SELECT DISTINCT hashtextextended('${schema}.job ' || id, 0) AS key
        FROM json_to_recordset(of_jobs) AS x (id text) ORDER BY key) AS keys;
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended('${schema}.alias ' || job || ' ' || a || ' ' || b, 0) AS key
        FROM json_to_recordset(of_keys) AS x (job int, a bigint, b bigint) ORDER BY key) AS keys;
      IF EXISTS (SELECT 1 FROM json_to_recordset(of_jobs) AS x (n int, status text)
          WHERE (SELECT status FROM ${schema}.job WHERE job.n = x.n) IS DISTINCT FROM x.status)
        OR EXISTS (SELECT 1 FROM json_to_recordset(of_keys) AS x (job int, a bigint, b bigint, n bigint, state int)
          WHERE coalesce((SELECT page FROM ${schema}.alias WHERE alias.job = x.job AND alias.a = x.a AND alias.b = x.b),
              (SELECT page.n FROM ${schema}.page WHERE page.job = x.job AND page.a = x.a AND page.b = x.b))
              IS DISTINCT FROM x.n
            OR (x.n IS NOT NULL AND (SELECT state FROM ${schema}.page WHERE page.n = x.n) IS DISTINCT FROM x.state))
        OR EXISTS (SELECT 1 FROM json_to_recordset(of_pages) AS x (n bigint, token int)
          WHERE (SELECT CASE WHEN state = 1 THEN token END FROM ${schema}.page WHERE page.n = x.n) IS DISTINCT FROM x.token)
      THEN
        RETURN false;
      END IF;
      FOR item IN SELECT * FROM json_to_recordset(of_pages) AS x (n bigint, token int, state int, until float8, undo int,
        losses int, reason text, rule text, error text, hash text) ORDER BY n
      LOOP
        UPDATE ${schema}.page SET state = item.state, until = item.until, attempts = attempts - item.undo,
          losses = item.losses, reason = item.reason, rule = item.rule, error = item.error, content_hash = item.hash
          WHERE n = item.n AND state = 1 AND token = item.token;
        -- Only the same settlement can have come between, sent once more when its answer was late.
        IF NOT FOUND THEN
          RAISE EXCEPTION 'The lease of page % was settled meanwhile', item.n USING ERRCODE = 'serialization_failure';
        END IF;
      END LOOP;
      INSERT INTO ${schema}.result (job, page, url, depth, document, credits, facts)
        SELECT job, page, url, depth, document, credits, facts FROM json_to_recordset(of_results)
        AS x (job int, page bigint, url text, depth int, document text, credits int, facts text);
      INSERT INTO ${schema}.failure (job, page, url, error, code, at)
        SELECT job, page, url, error, code, at FROM json_to_recordset(of_failures)
        AS x (job int, page bigint, url text, error text, code text, at float8);
      INSERT INTO ${schema}.alias (job, a, b, page) SELECT job, a, b, page FROM json_to_recordset(of_aliases)
        AS x (job int, a bigint, b bigint, page bigint) ORDER BY job, a, b
        ON CONFLICT (job, a, b) DO UPDATE SET page = excluded.page;
      DELETE FROM ${schema}.hold
        WHERE id = ANY(unpaid || ARRAY(SELECT id FROM json_to_recordset(of_debits) AS x (id text)));
      INSERT INTO ${schema}.debit (id, account, unit, amount, reason, key_name, at)
        SELECT id, account, unit, amount, reason, key_name, at FROM json_to_recordset(of_debits)
        AS x (id text, account text, unit text, amount int, reason text, key_name text, at float8)
        ON CONFLICT (id) DO NOTHING;
      INSERT INTO ${schema}.host_delta (host, ended, is_good, resets, goods)
        SELECT host, ended, is_good, resets, goods FROM json_to_recordset(of_hosts)
        AS x (host text, ended int, is_good boolean, resets boolean, goods int);
      FOR item IN SELECT * FROM json_to_recordset(of_jobs) AS x (n int, origin text, queued int, active int, completed int,
        failed int, skipped int, status_2xx int, status_3xx int, status_4xx int, status_5xx int, credits int,
        events json) ORDER BY n
      LOOP
        -- Numbered in the order in which they were found, written in the order of their keys.
        WITH numbered AS MATERIALIZED (
          SELECT nextval(pg_get_serial_sequence('${schema}.page', 'n')) AS n, link.* FROM (
            SELECT * FROM json_to_recordset(of_links) AS link (job int, ord int, a bigint, b bigint, url text, host text,
              depth int, state int, found_on bigint, reason text, rule text, last_modified text, rank int)
            WHERE link.job = item.n
              AND (SELECT n FROM ${schema}.page WHERE page.job = item.n AND page.a = link.a AND page.b = link.b) IS NULL
              AND (SELECT page FROM ${schema}.alias WHERE alias.job = item.n AND alias.a = link.a AND alias.b = link.b)
                IS NULL
            ORDER BY ord) AS link
        ), added AS (
          INSERT INTO ${schema}.page (n, job, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank)
          OVERRIDING SYSTEM VALUE
          SELECT n, item.n, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank FROM numbered
          ORDER BY a, b ON CONFLICT (job, a, b) DO NOTHING RETURNING state, reason
        )
        SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 4),
          count(*) FILTER (WHERE reason = 'backward') INTO fresh, left_out, behind FROM added;
        INSERT INTO ${schema}.delta (job, at, origin, queued, active, completed, failed, skipped, backward, status_2xx,
          status_3xx, status_4xx, status_5xx, credits, events)
          VALUES (item.n, moment, item.origin, item.queued + fresh, item.active, item.completed, item.failed,
          item.skipped + left_out, behind, item.status_2xx, item.status_3xx, item.status_4xx, item.status_5xx,
          item.credits, item.events);
      END LOOP;
      RETURN true;
    END $$`,
  // Up to `wanted` waiting pages of hosts that may be asked now, from the host behind `turn` on and around; then a row
  // without a page that names the last host looked at.
  `DROP FUNCTION ${schema}.due_pages(int, float8, float8, int, int, boolean, text)`,
  `DROP FUNCTION ${schema}.waiting_pages(int, float8, float8, int, int, boolean, text)`,
  `CREATE FUNCTION ${schema}.waiting_pages(of_job int, now float8, latest float8, wanted int, cap_of_new int,
    heeds_delay boolean, turn text) RETURNS TABLE (host text, page bigint) LANGUAGE plpgsql STABLE
    AS $$
    DECLARE
      around boolean := turn = '';
      next_host text;
      room int;
    BEGIN
      host := turn;
      FOR look IN 1..256 LOOP
        EXIT WHEN wanted <= 0;
        SELECT w.host INTO next_host FROM ${schema}.page AS w
          WHERE w.job = of_job AND w.state = 0 AND w.host > waiting_pages.host ORDER BY w.host LIMIT 1;
        IF next_host IS NULL AND NOT around THEN
          around := true;
          SELECT w.host INTO next_host FROM ${schema}.page AS w
            WHERE w.job = of_job AND w.state = 0 ORDER BY w.host LIMIT 1;
        END IF;
        EXIT WHEN next_host IS NULL OR (around AND turn <> '' AND next_host > turn);
        host := next_host;
        SELECT CASE
            WHEN h.next_at > now AND h.next_at <= latest THEN 0
            WHEN heeds_delay AND h.delay_ms > 0 THEN least(1, h.cap - h.active)
            ELSE h.cap - h.active
          END INTO room FROM ${schema}.host AS h WHERE h.host = next_host;
        FOR page IN SELECT w.n FROM ${schema}.page AS w WHERE w.job = of_job AND w.state = 0 AND w.host = next_host
          ORDER BY w.rank, w.n LIMIT greatest(0, least(wanted, coalesce(room, cap_of_new)))
        LOOP
          wanted := wanted - 1;
          RETURN NEXT;
        END LOOP;
      END LOOP;
      page := NULL;
      RETURN NEXT;
    END $$`,
  // Adds to the hosts how their pages ended; returns whether it holds any now.
  `CREATE FUNCTION ${schema}.fold_hosts(full_cap int, goods_for_cap int) RETURNS boolean LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      names text[] := ARRAY(SELECT DISTINCT host FROM ${schema}.host_delta);
      d record;
    BEGIN
      IF cardinality(names) = 0 THEN RETURN false; END IF;
      PERFORM 1 FROM ${schema}.host WHERE host = ANY(names) ORDER BY host FOR UPDATE;
      FOR d IN
        WITH gone AS (DELETE FROM ${schema}.host_delta WHERE host = ANY(names) RETURNING *) SELECT * FROM gone ORDER BY n
      LOOP
        UPDATE ${schema}.host SET active = greatest(0, active - d.ended),
          refusals = CASE WHEN d.is_good THEN 0 ELSE refusals END,
          cap = CASE WHEN cap < full_cap
            THEN least(full_cap, cap + (CASE WHEN d.resets THEN 0 ELSE streak END + d.goods) / goods_for_cap) ELSE cap END,
          streak = CASE WHEN cap < full_cap THEN (CASE WHEN d.resets THEN 0 ELSE streak END + d.goods) % goods_for_cap
            ELSE CASE WHEN d.resets THEN 0 ELSE streak END + d.goods END
          WHERE host = d.host;
      END LOOP;
      RETURN true;
    END $$`,
  // Claims up to `wanted` pages of the jobs, in their order: first a share of each of the first `sharing` jobs, then what
  // is left over from all. Waits for the first job and passes over others that somebody holds, hosts likewise. Whose turn
  // it is within a job is given and returned. It does not wait for the disk: a claim that the server forgot is a page that
  // waits again; of two who then hold it the first to settle it counts. `idle` are jobs that may have nothing left to do.
  `CREATE FUNCTION ${schema}.claim_pages(of_jobs json, wanted int, sharing int, moment float8, lease_until float8,
    latest float8, full_cap int, goods_for_cap int, OUT pages json, OUT turns json, OUT passed boolean, OUT idle int[])
    LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      e record;
      j record;
      h record;
      w record;
      given json[] := '{}';
      turned json[] := '{}';
      holds_jobs boolean := false;
      holds_hosts boolean := false;
      p record;
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
      idle := '{}';
      PERFORM set_config('synchronous_commit', 'off', true);
      FOREACH is_first IN ARRAY ARRAY[true, false] LOOP
        FOR e IN SELECT * FROM json_to_recordset(of_jobs) AS x (ord int, n int, id text, max_pages float8,
          max_active float8, account_max float8, delay float8, heeds boolean, turn text) ORDER BY ord
        LOOP
          EXIT WHEN cardinality(given) >= wanted OR (is_first AND e.ord >= sharing)
            OR (NOT is_first AND json_array_length(of_jobs) = 1);
          share := CASE WHEN is_first THEN ceil((wanted - cardinality(given))::float8 / (sharing - e.ord))
            ELSE wanted - cardinality(given) END;
          IF NOT holds_jobs THEN
            PERFORM pg_advisory_xact_lock_shared(hashtextextended('${schema}.job ' || e.id, 0));
            PERFORM pg_advisory_xact_lock(hashtextextended('${schema}.claim ' || e.id, 0));
            holds_hosts := ${schema}.fold_hosts(full_cap, goods_for_cap);
          ELSIF NOT (pg_try_advisory_xact_lock_shared(hashtextextended('${schema}.job ' || e.id, 0))
            AND pg_try_advisory_xact_lock(hashtextextended('${schema}.claim ' || e.id, 0))) THEN
            passed := true;
            CONTINUE;
          END IF;
          holds_jobs := true;
          SELECT * INTO j FROM ${schema}.job WHERE n = e.n;
          CONTINUE WHEN j.n IS NULL;
          CONTINUE WHEN j.status <> 'scraping';
          SELECT j.queued + coalesce(sum(queued), 0) AS queued, j.active + coalesce(sum(active), 0) AS active,
            j.completed + coalesce(sum(completed), 0) AS completed INTO p FROM ${schema}.delta WHERE job = j.n;
          IF p.active = 0 AND (p.completed >= e.max_pages OR (p.queued = 0 AND NOT j.collecting)) THEN
            idle := idle || j.n;
          END IF;
          CONTINUE WHEN p.queued <= 0;
          room := least(share, e.max_pages - p.completed - p.active, CASE
            WHEN e.delay = 0 THEN e.max_active - p.active
            WHEN (j.next_at > moment AND j.next_at <= moment + e.delay) OR p.active > 0 THEN 0
            ELSE 1 END);
          of_account := 'Infinity';
          IF e.account_max < 'Infinity' THEN
            SELECT e.account_max - coalesce(sum(active + (
                SELECT coalesce(sum(delta.active), 0) FROM ${schema}.delta WHERE delta.job = job.n)), 0)
              INTO of_account FROM ${schema}.job WHERE account = j.account AND status IN ('scraping', 'paused');
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
              found_pages := found_pages || w.page;
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
          INSERT INTO ${schema}.delta (job, at, queued, active, completed, failed, skipped, backward, status_2xx,
            status_3xx, status_4xx, status_5xx, credits, events)
            VALUES (j.n, moment, -cardinality(taken), cardinality(taken), 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]');
          IF e.delay > 0 OR j.limited_since IS NOT NULL THEN
            UPDATE ${schema}.job SET queue_ms = coalesce(moment - limited_since, queue_ms), limited_since = NULL,
              next_at = moment + e.delay WHERE n = j.n;
          END IF;
        END LOOP;
      END LOOP;
      pages := array_to_json(given);
      turns := array_to_json(turned);
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
              SELECT id, n, account, next_at, priority, status, job.active + d.active AS active,
                job.queued + d.queued AS queued, sum(job.active + d.active) OVER (PARTITION BY account) AS busy
              FROM ${schema}.job, LATERAL (SELECT coalesce(sum(active), 0) AS active, coalesce(sum(queued), 0) AS queued
                FROM ${schema}.delta WHERE delta.job = job.n) AS d
              WHERE status IN ('scraping', 'paused')) AS standing
            WHERE status = 'scraping' AND (queued > 0 OR id = ANY(of_jobs)) AND n <> ALL(unreadable)) AS placed
          WHERE place <= of_account ORDER BY busy, priority DESC, active, n LIMIT most) AS row),
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
