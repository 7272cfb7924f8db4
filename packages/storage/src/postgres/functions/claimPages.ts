/**
 * Claims up to `wanted` pages of the jobs, in their order: first the share of each account, evenly from its jobs, then
 * what is left over from all. Waits for the first job and its account, and passes over others that are locked, hosts likewise.
 * The host whose turn it is within a job is given and returned. The transaction does not wait for the disk: when the
 * server forgets it in a crash, its pages wait again, and of two workers that then hold a page the first to settle it
 * counts. Jobs that have nothing to give are parked; `parked_jobs` counts them. `idle` are jobs that may have nothing left
 * to do.
 */
import { maxParkedMs } from "./parking.ts"
import { settings } from "./settings.ts"

/** Longest that a job is parked whose host has no room, in milliseconds; the end of a page of the host ends it sooner. */
const maxRoomWaitMs = 30_000
/** After which a job is looked at again that waits for room on one of several hosts, in milliseconds. */
const severalHostsMs = 100
/** Rows of `running` of one account above which a claim adds them up. */
const maxRunningRows = 16

export const claimPages = (schema: string): string =>
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
    END $$`
