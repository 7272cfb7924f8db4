/**
 * How a worker claims pages, as functions in the database. What a claim costs depends on the jobs that it looks at, which
 * are few, and on no other.
 *
 * ```
 * exchange_snapshot  which jobs to look at: accounts in turns, and of each its first ready jobs
 * claim_pages        takes pages of these jobs, and parks the jobs that have none to give now
 * wake_hosts         makes jobs ready that wait for hosts which have room again
 * ```
 */
import { settings } from "./exchangeFunctions.ts"

/** Longest that a job is parked before a claim looks at it again, in milliseconds. */
const maxParkedMs = 60_000
/** The same for a job whose host has no room; the end of a page of the host ends it sooner. */
const maxRoomWaitMs = 30_000
/** After which a job is looked at again that waits for room on one of several hosts, in milliseconds. */
const severalHostsMs = 100
/** Rows of `running` of one account above which a claim adds them up. */
const maxRunningRows = 16

/** No job is parked longer than this, in milliseconds; a later moment was written before the clock was set back. */
export const farthestMs = (maxWaitMs: number): number => 2 * Math.max(maxParkedMs, maxWaitMs)

/** Pages of a host that may start beside those that run (`capacity` of the core's Politeness). */
const roomOf =
  "greatest(CASE WHEN state.active = 0 THEN 1 ELSE 0 END, state.cap + least(0, state.streak + 1) - state.active)"

export const claimFunctions = (schema: string): ReadonlyArray<string> => [
  `DROP FUNCTION IF EXISTS ${schema}.due_pages(int, float8, float8, int, int, boolean, text)`,
  `DROP FUNCTION IF EXISTS ${schema}.waiting_pages(int, float8, float8, int, int, boolean, text)`,
  `DROP FUNCTION IF EXISTS ${schema}.fold_hosts(int, int)`,
  `DROP FUNCTION IF EXISTS ${schema}.claim_pages(json, int, int, float8, float8, float8, int, int)`,
  `DROP FUNCTION IF EXISTS ${schema}.exchange_snapshot(text[], bigint[], json, int[], int, int)`,
  // Up to `wanted` waiting pages of hosts that may be asked now, beginning with the host behind `turn`. The last row has
  // no page: it names the last host looked at, how many hosts were, the earliest moment at which one of them may be asked,
  // and whether one has no room. Hosts come in the order of their hashes, which the index has in place of their names.
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
    END $$`,
  // Adds to the hosts how their pages ended; returns the hosts, whose rows it has locked.
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
    END $$`,
  // Makes as many jobs ready that wait for room on these hosts as the hosts have room for; of a host that is to be left
  // alone first, one when that is over. The rows of the hosts are locked. Waits for nobody.
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
    END $$`,
  // Claims up to `wanted` pages of the jobs, in their order: first the share of each account, evenly from its jobs, then
  // what is left over from all. Waits for the first job and its account, and passes over others that are locked, hosts likewise.
  // The host whose turn it is within a job is given and returned. The transaction does not wait for the disk: when the
  // server forgets it in a crash, its pages wait again, and of two workers that then hold a page the first to settle it
  // counts. Jobs that have nothing to give are parked; `parked_jobs` counts them. `idle` are jobs that may have nothing left
  // to do.
  `CREATE OR REPLACE FUNCTION ${schema}.claim_pages(of_jobs json, wanted int, moment float8, lease_until float8,
    latest float8, full_cap int, goods_for_cap int, OUT pages json, OUT turns json, OUT passed boolean, OUT idle int[],
    OUT parked_jobs int)
    LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      e record;
      r record;
      j record;
      h record;
      w record;
      given json[] := '{}';
      turned json[] := '{}';
      holds_jobs boolean := false;
      holds_hosts boolean := false;
      is_first boolean;
      share int;
      sharing_account text;
      shared int;
      room float8;
      of_account float8;
      may int;
      turn text;
      found_hosts text[];
      found_pages bigint[];
      taken bigint[];
      paced_hosts text[];
      folded_hosts text[] := '{}';
      locked_hosts int;
      gave int[] := '{}';
      limited int[] := '{}';
      paced json[] := '{}';
      parked int[] := '{}';
      parks json[] := '{}';
      due float8;
      due_host text;
      is_full boolean;
      crowded int[] := '{}';
      counted record;
      grown text[] := '{}';
      of_grown text;
    BEGIN
      passed := false;
      idle := '{}';
      PERFORM set_config('synchronous_commit', 'off', true);
      FOREACH is_first IN ARRAY ARRAY[true, false] LOOP
        FOR e IN SELECT * FROM json_to_recordset(of_jobs) AS x (ord int, n int, id text, account text, max_pages float8,
          max_active float8, account_max float8, account_share int, jobs_left int, delay float8, heeds boolean, turn text,
          crowded boolean) ORDER BY ord
        LOOP
          EXIT WHEN cardinality(given) >= wanted OR (NOT is_first AND json_array_length(of_jobs) = 1);
          CONTINUE WHEN e.n = ANY(parked);
          share := wanted - cardinality(given);
          IF is_first THEN
            IF e.account IS DISTINCT FROM sharing_account THEN
              sharing_account := e.account;
              shared := cardinality(given);
            END IF;
            share := least(share, ceil((e.account_share - cardinality(given) + shared)::float8 / e.jobs_left));
            CONTINUE WHEN share <= 0;
          END IF;
          IF NOT holds_jobs THEN
            PERFORM pg_advisory_xact_lock_shared(hashtextextended('${schema}.job ' || e.id, 0));
            PERFORM pg_advisory_xact_lock(hashtextextended('${schema}.claim ' || e.id, 0));
            IF e.account_max < 'Infinity' THEN
              PERFORM pg_advisory_xact_lock(hashtextextended('${schema}.account ' || e.account, 0));
            END IF;
            folded_hosts := ${schema}.fold_hosts(full_cap, goods_for_cap);
            holds_hosts := cardinality(folded_hosts) > 0;
          ELSIF NOT (pg_try_advisory_xact_lock_shared(hashtextextended('${schema}.job ' || e.id, 0))
            AND pg_try_advisory_xact_lock(hashtextextended('${schema}.claim ' || e.id, 0))
            AND (e.account_max = 'Infinity'
              OR pg_try_advisory_xact_lock(hashtextextended('${schema}.account ' || e.account, 0)))) THEN
            passed := true;
            CONTINUE;
          END IF;
          holds_jobs := true;
          -- Read before the counters, so that a change after them keeps the job from being parked. The counters are read in
          -- one statement with what is not folded yet: a fold between two would count that twice or not at all.
          SELECT * INTO r FROM ${schema}.ready WHERE job = e.n;
          SELECT * INTO j FROM ${schema}.job, LATERAL (
            SELECT job.queued + coalesce(sum(delta.queued), 0) AS all_queued,
              job.active + coalesce(sum(delta.active), 0) AS all_active,
              job.completed + coalesce(sum(delta.completed), 0) AS all_completed
            FROM ${schema}.delta WHERE delta.job = job.n) AS counts WHERE n = e.n;
          CONTINUE WHEN j.n IS NULL OR r.job IS NULL;
          CONTINUE WHEN j.status <> 'scraping';
          IF j.all_active = 0 AND (j.all_completed >= e.max_pages OR (j.all_queued = 0 AND NOT j.collecting)) THEN
            idle := idle || j.n;
          END IF;
          room := CASE WHEN j.all_queued <= 0 THEN 0 ELSE least(share, e.max_pages - j.all_completed - j.all_active, CASE
            WHEN e.delay = 0 THEN e.max_active - j.all_active
            WHEN (j.next_at > moment AND j.next_at <= moment + e.delay) OR j.all_active > 0 OR j.n = ANY(gave) THEN 0
            ELSE 1 END) END;
          IF room <= 0 THEN
            -- Whatever makes room in the job makes it ready; time does it for the delay of a job.
            parked := parked || j.n;
            parks := parks || json_build_object('job', j.n, 'changes', r.changes, 'host', NULL, 'needs_room', false, 'due',
              CASE WHEN j.all_queued > 0 AND j.all_active = 0 AND e.delay > 0 AND j.next_at > moment
                THEN least(j.next_at, moment + ${maxParkedMs})::text ELSE 'Infinity' END);
            CONTINUE;
          END IF;
          of_account := 'Infinity';
          IF e.account_max < 'Infinity' THEN
            SELECT e.account_max - coalesce(sum(running.pages), 0) AS room, count(*) AS rows INTO counted
              FROM ${schema}.running WHERE account = e.account;
            of_account := counted.room;
            IF counted.rows > ${maxRunningRows} AND NOT e.account = ANY(grown) THEN grown := grown || e.account; END IF;
          END IF;
          IF of_account <= 0 AND (j.limited_since IS NULL OR j.n = ANY(gave)) AND NOT j.n = ANY(limited) THEN limited := limited || j.n; END IF;
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

          IF cardinality(found_pages) = 0 THEN
            due := coalesce((SELECT min(until) FROM ${schema}.page WHERE job = j.n AND state = 6), 'Infinity');
            due_host := NULL;
            is_full := false;
            IF w.hosts > 1 THEN
              due := least(due, w.due, CASE WHEN w.is_full THEN moment + ${severalHostsMs} ELSE 'Infinity' END);
            ELSIF w.hosts = 1 THEN
              -- Nobody changes the host between this look and the end of the transaction that parks the job.
              IF holds_hosts THEN
                SELECT * INTO h FROM ${schema}.host WHERE host = w.host FOR UPDATE SKIP LOCKED;
              ELSE
                SELECT * INTO h FROM ${schema}.host WHERE host = w.host FOR UPDATE;
                holds_hosts := true;
              END IF;
              IF h.host IS NULL THEN
                passed := true;
                CONTINUE;
              END IF;
              due_host := h.host;
              IF h.next_at > moment AND h.next_at <= latest THEN
                IF r.host = h.host AND NOT r.needs_room AND r.due > moment THEN
                  due := least(due, r.due);
                ELSE
                  -- Jobs that wait for one host come back one in each delay.
                  due := least(due, greatest(h.next_at, h.delay_ms + coalesce((SELECT max(ready.due)
                    FROM ${schema}.ready WHERE ready.host = h.host AND NOT needs_room AND job <> j.n), 0)));
                END IF;
              ELSIF h.cap - h.active <= 0 THEN
                is_full := true;
                due := least(due, moment + ${maxRoomWaitMs});
              ELSE
                passed := true;
                CONTINUE;
              END IF;
            END IF;
            -- Its pages may be on their way: queued by a settlement, and not visible yet.
            IF due = 'Infinity' THEN due := moment + 1000; END IF;
            parked := parked || j.n;
            parks := parks || json_build_object('job', j.n, 'changes', r.changes, 'host', due_host, 'needs_room', is_full,
              'due', least(due, moment + greatest(${maxParkedMs}, latest - moment))::text);
            CONTINUE;
          END IF;

          -- A transaction that has locked hosts does not wait for more, so that claims cannot deadlock.
          IF NOT holds_hosts THEN
            PERFORM 1 FROM ${schema}.host WHERE host = ANY(found_hosts) ORDER BY host FOR UPDATE;
          END IF;
          holds_hosts := true;
          -- Whoever inserts a host locks its name first, so that nobody waits for a row that is not visible yet.
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
            UPDATE ${schema}.page SET state = 1, attempts = coalesce(attempts, 0) + 1, token = coalesce(token, 0) + 1,
              until = lease_until
              WHERE n = ANY(taken)
              RETURNING job, n, token, url, host, depth, attempts, last_modified, addition
          )
          SELECT given || array_agg(json_build_object('job', job, 'n', n, 'token', token, 'url', url, 'host', host,
              'depth', depth, 'attempts', attempts, 'last_modified', last_modified, 'paced', host = ANY(paced_hosts),
              'addition', (SELECT value FROM ${schema}.addition WHERE addition.n = claimed.addition),
              'origin', j.origin, 'limited_ms', CASE WHEN j.n <> ALL(gave) THEN moment - j.limited_since END) ORDER BY n)
            INTO given FROM claimed;
          INSERT INTO ${schema}.delta (job, at, queued, active, completed, failed, skipped, backward, status_2xx,
            status_3xx, status_4xx, status_5xx, credits, events)
            VALUES (j.n, moment, -cardinality(taken), cardinality(taken), 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]');
          INSERT INTO ${schema}.running (account, pages) VALUES (j.account, cardinality(taken));
          gave := gave || j.n;
          IF e.crowded THEN crowded := crowded || j.n; END IF;
          IF e.delay > 0 OR j.limited_since IS NOT NULL THEN
            paced := paced || json_build_object('n', j.n, 'next_at', moment + e.delay);
          END IF;
        END LOOP;
      END LOOP;
      pages := array_to_json(given);
      turns := array_to_json(turned);
      parked_jobs := cardinality(parked);

      -- Rows of jobs, in the order in which everybody locks them.
      IF cardinality(limited) + cardinality(paced) > 0 THEN
        PERFORM 1 FROM ${schema}.job WHERE n = ANY(limited || ARRAY(SELECT (item ->> 'n')::int FROM unnest(paced) AS item))
          ORDER BY n FOR UPDATE;
        FOR e IN SELECT * FROM json_to_recordset(array_to_json(paced)) AS x (n int, next_at float8) LOOP
          UPDATE ${schema}.job SET queue_ms = coalesce(moment - limited_since, queue_ms), limited_since = NULL,
            next_at = e.next_at WHERE n = e.n;
        END LOOP;
        UPDATE ${schema}.job SET limited_since = moment WHERE n = ANY(limited);
      END IF;
      -- From here on rows of \`ready\` are locked, and nothing is waited for.
      IF cardinality(parks) > 0 THEN
        UPDATE ${schema}.ready SET due = x.due, host = x.host, needs_room = x.needs_room,
          place = nextval(pg_get_serial_sequence('${schema}.ready', 'place'))
          FROM json_to_recordset(array_to_json(parks))
            AS x (job int, changes int, host text, needs_room boolean, due float8)
          WHERE ready.job = x.job AND ready.changes = x.changes
            AND (ready.due, ready.needs_room) IS DISTINCT FROM (x.due, x.needs_room)
            AND x.job = ANY(ARRAY(SELECT job FROM ${schema}.ready WHERE job = ANY(parked) FOR UPDATE SKIP LOCKED));
      END IF;
      -- Jobs whose moment has come, and those that gave pages because their host has room. Written so that the planner
      -- takes the index of the jobs and not the one of moments.
      UPDATE ${schema}.ready SET due = 0, host = NULL, needs_room = false
        WHERE job = ANY(ARRAY(SELECT job FROM ${schema}.ready
          WHERE job = ANY(ARRAY(SELECT n FROM json_to_recordset(of_jobs) AS x (n int))) AND job <> ALL(parked)
            AND ready.due <> 0 AND (ready.due <= moment OR ready.due > moment + 2 * greatest(${maxParkedMs}, latest - moment)
              OR job = ANY(gave)) FOR UPDATE SKIP LOCKED));
      IF cardinality(crowded) > 0 THEN
        UPDATE ${schema}.ready SET place = nextval(pg_get_serial_sequence('${schema}.ready', 'place'))
          WHERE job = ANY(ARRAY(SELECT job FROM ${schema}.ready
            WHERE job = ANY(crowded) AND job <> ALL(parked) FOR UPDATE SKIP LOCKED));
      END IF;
      PERFORM ${schema}.wake_hosts(folded_hosts, moment, latest);
      FOREACH of_grown IN ARRAY grown LOOP
        WITH gone AS (DELETE FROM ${schema}.running WHERE n = ANY(ARRAY(
            SELECT n FROM ${schema}.running WHERE account = of_grown FOR UPDATE SKIP LOCKED)) RETURNING running.pages)
        INSERT INTO ${schema}.running (account, pages) SELECT of_grown, coalesce(sum(gone.pages), 0) FROM gone;
      END LOOP;
    END $$`,
  // What an exchange has to know: the jobs that claims may serve; the jobs and pages that are settled; and the pages that
  // are known by these keys. Looks at no more jobs than asked for: of accounts in turns, beginning with the one behind
  // `turn`, then of those whose moment has come or that were waiting for what the settled pages leave.
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
          coalesce(losses, 0) AS losses, state, content_hash
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
