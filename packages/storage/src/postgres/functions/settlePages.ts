/**
 * Writes how pages ended. Its arguments were computed without a lock: when they are out of date it writes nothing and
 * returns false, or fails. Keys are locked in one order, so that settlements cannot deadlock.
 *
 * The `ways` of a job with a greatest depth are the links of each page, by their places among the links of the job: the
 * page keeps them. That a link is a shorter way to a known page changes what lies behind it, and is left to a transaction
 * that holds the job. So is a page whose own depth has changed.
 */
import { settings } from "./settings.ts"

export const settlePages = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${schema}.settle_pages(of_jobs json, of_pages json, of_keys json, of_results json, of_failures json,
    of_aliases json, of_debits json, unpaid text[], of_links json, of_hosts json, moment float8)
    RETURNS boolean LANGUAGE plpgsql ${settings}
    AS $$
    DECLARE
      item record;
      way record;
      numbers bigint[];
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
        OR EXISTS (SELECT 1 FROM json_to_recordset(of_pages) AS x (n bigint, token int, depth int)
          WHERE (SELECT CASE WHEN state = 1 THEN token END FROM ${schema}.page WHERE page.n = x.n) IS DISTINCT FROM x.token
            OR (SELECT depth FROM ${schema}.page WHERE page.n = x.n) <> x.depth)
      THEN
        RETURN false;
      END IF;
      FOR item IN SELECT * FROM json_to_recordset(of_pages) AS x (n bigint, token int, state int, until float8, undo int,
        losses int, reason text, rule text, error text, status int, hash text, log text, took float8, bytes float8) ORDER BY n
      LOOP
        UPDATE ${schema}.page SET state = item.state, until = nullif(item.until, 0), attempts = attempts - item.undo,
          losses = nullif(item.losses, 0), reason = item.reason, rule = item.rule, error = item.error, status = item.status,
          content_hash = item.hash, attempt_log = coalesce(item.log, attempt_log), took_ms = item.took, bytes = item.bytes
          -- Written so that the planner does not read the index of all running pages to find one of them.
          WHERE n = item.n AND CASE WHEN state = 1 THEN token END = item.token;
        -- Somebody else settled the page since the check above: the same settlement, sent again because its answer was late.
        IF NOT FOUND THEN
          RAISE EXCEPTION 'The lease of page % was settled meanwhile', item.n USING ERRCODE = 'serialization_failure';
        END IF;
      END LOOP;
      INSERT INTO ${schema}.result (job, page, url, depth, document, credits, facts)
        SELECT job, page, url, depth, document, credits, facts FROM json_to_recordset(of_results)
        AS x (job int, page bigint, url text, depth int, document text, credits int, facts text);
      INSERT INTO ${schema}.failure (job, page, url, error, code, cause, at)
        SELECT job, page, url, error, code, cause, at FROM json_to_recordset(of_failures)
        AS x (job int, page bigint, url text, error text, code text, cause text, at float8);
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
        events json, ways json) ORDER BY n
      LOOP
        -- Numbers follow the order in which links were found; rows are written in the order of their keys.
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
        IF item.ways IS NOT NULL THEN
          SELECT array_agg(coalesce(
              (SELECT page FROM ${schema}.alias WHERE alias.job = item.n AND alias.a = link.a AND alias.b = link.b),
              (SELECT n FROM ${schema}.page WHERE page.job = item.n AND page.a = link.a AND page.b = link.b)) ORDER BY ord)
            INTO numbers FROM json_to_recordset(of_links) AS link (job int, ord int, a bigint, b bigint)
            WHERE link.job = item.n;
          IF EXISTS (SELECT 1 FROM json_to_recordset(of_links) AS link (job int, ord int, depth int)
            WHERE link.job = item.n
              AND (SELECT depth FROM ${schema}.page WHERE page.n = numbers[link.ord + 1]) > link.depth)
          THEN
            RAISE EXCEPTION 'A shorter way to a known page was found' USING ERRCODE = 'serialization_failure';
          END IF;
          FOR way IN SELECT * FROM json_to_recordset(item.ways) AS x (n bigint, links json) ORDER BY n LOOP
            UPDATE ${schema}.page SET links = (SELECT string_agg(numbers[place::int + 1]::text, ',')
              FROM json_array_elements_text(way.links) AS place) WHERE n = way.n;
          END LOOP;
        END IF;
        INSERT INTO ${schema}.delta (job, at, origin, queued, active, completed, failed, skipped, backward, status_2xx,
          status_3xx, status_4xx, status_5xx, credits, events)
          VALUES (item.n, moment, item.origin, item.queued + fresh, item.active, item.completed, item.failed,
          item.skipped + left_out, behind, item.status_2xx, item.status_3xx, item.status_4xx, item.status_5xx,
          item.credits, item.events);
        IF item.active <> 0 THEN
          INSERT INTO ${schema}.running (account, pages)
            VALUES ((SELECT account FROM ${schema}.job WHERE n = item.n), item.active);
        END IF;
      END LOOP;
      RETURN true;
    END $$`
