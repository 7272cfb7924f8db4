/** The tables in PostgreSQL, in the order in which versions added them. */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { claimFunctions } from "./claimFunctions.ts"
import { exchangeFunctions } from "./exchangeFunctions.ts"
import { readyTables } from "./readyTables.ts"

/** Runs one statement within the transaction of the migration. */
interface Statements {
  readonly rows: <A extends object>(
    text: string,
    ...values: ReadonlyArray<string | number>
  ) => Effect.Effect<ReadonlyArray<A>, SqlError>
}

/**
 * Brings the schema to this version; one process at a time. Dies on a schema
 * that a newer version has written.
 */
export const migrate = Effect.fnUntraced(function* (db: Statements, schema: string) {
  yield* db.rows(`SELECT pg_advisory_xact_lock(hashtextextended($1, 7))`, schema)
  yield* db.rows(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  yield* db.rows(`CREATE TABLE IF NOT EXISTS ${schema}.version (version int NOT NULL)`)
  const [row] = yield* db.rows<{ version: number }>(`SELECT version FROM ${schema}.version`)
  const from = row?.version ?? 0
  if (from > versions.length) {
    return yield* Effect.die(
      new Error(`The schema ${schema} has version ${from}; this program knows versions up to ${versions.length}`)
    )
  }
  for (const statements of versions.slice(from)) {
    for (const statement of statements(schema)) yield* db.rows(statement)
  }
  yield* db.rows(`DELETE FROM ${schema}.version`)
  yield* db.rows(`INSERT INTO ${schema}.version VALUES ($1)`, versions.length)
})

const versions: ReadonlyArray<(schema: string) => ReadonlyArray<string>> = [
  (schema) => [
    `CREATE TABLE ${schema}.job (
      n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, spec text NOT NULL, kind text NOT NULL,
      account text NOT NULL, status text NOT NULL, origin text NOT NULL,
      queued int NOT NULL DEFAULT 0, active int NOT NULL DEFAULT 0, completed int NOT NULL DEFAULT 0,
      failed int NOT NULL DEFAULT 0, skipped int NOT NULL DEFAULT 0, cancelled int NOT NULL DEFAULT 0,
      collecting boolean NOT NULL, credits int NOT NULL DEFAULT 0, error text, output text,
      next_at float8 NOT NULL DEFAULT 0, limited_since float8, queue_ms float8 NOT NULL DEFAULT 0,
      created_at float8 NOT NULL, finished_at float8, last_activity float8 NOT NULL, retention_ms float8 NOT NULL,
      events int NOT NULL DEFAULT 0, results int NOT NULL DEFAULT 0, tickets boolean NOT NULL DEFAULT true
    ) WITH (fillfactor = 50)`,
    `CREATE INDEX job_status ON ${schema}.job (status, account)`,
    // state: 0 queued, 1 active, 2 completed, 3 failed, 4 skipped, 6 queued for later
    `CREATE TABLE ${schema}.page (
      n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job int NOT NULL, a bigint NOT NULL, b bigint NOT NULL,
      url text NOT NULL, host text NOT NULL, depth int NOT NULL, state int NOT NULL, found_on int,
      attempts int NOT NULL DEFAULT 0, losses int NOT NULL DEFAULT 0, token int NOT NULL DEFAULT 0,
      until float8 NOT NULL DEFAULT 0, reason text, rule text, error text, last_modified text, content_hash text,
      position int, links text
    ) WITH (fillfactor = 80)`,
    `CREATE UNIQUE INDEX page_key ON ${schema}.page (job, a, b)`,
    `CREATE INDEX page_active ON ${schema}.page (job, until) WHERE state = 1`,
    `CREATE INDEX page_later ON ${schema}.page (job, until) WHERE state = 6`,
    `CREATE INDEX page_skipped ON ${schema}.page (job, reason, n) WHERE state = 4`,
    `CREATE TABLE ${schema}.alias (job int NOT NULL, a bigint NOT NULL, b bigint NOT NULL, page int NOT NULL,
      PRIMARY KEY (job, a, b))`,
    `CREATE TABLE ${schema}.result (job int NOT NULL, position int NOT NULL, page int NOT NULL, url text NOT NULL,
      depth int NOT NULL, document text NOT NULL, credits int NOT NULL, facts text, PRIMARY KEY (job, position))`,
    `CREATE TABLE ${schema}.failure (n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job int NOT NULL, page int NOT NULL,
      url text NOT NULL, error text NOT NULL, code text, at float8 NOT NULL)`,
    `CREATE INDEX failure_job ON ${schema}.failure (job, n)`,
    `CREATE TABLE ${schema}.event (job int NOT NULL, number int NOT NULL, type text NOT NULL, at float8 NOT NULL,
      position int, page text, PRIMARY KEY (job, number))`,
    `CREATE TABLE ${schema}.task (job int PRIMARY KEY, attempt int NOT NULL, until float8 NOT NULL)`,
    `CREATE TABLE ${schema}.host (host text PRIMARY KEY, active int NOT NULL, cap int NOT NULL, delay_ms float8 NOT NULL,
      next_at float8 NOT NULL, refusals int NOT NULL, streak int NOT NULL) WITH (fillfactor = 50)`,
    `CREATE TABLE ${schema}.delivery (n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,
      job int NOT NULL, number int NOT NULL, type text NOT NULL, position int, attempt int NOT NULL, due_at float8,
      reason text)`,
    `CREATE INDEX delivery_due ON ${schema}.delivery (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX delivery_job ON ${schema}.delivery (job)`,
    `CREATE TABLE ${schema}.debit (id text PRIMARY KEY, account text NOT NULL, unit text NOT NULL, amount int NOT NULL,
      reason text NOT NULL, key_name text, at float8 NOT NULL)`,
    `CREATE INDEX debit_account ON ${schema}.debit (account, unit, at)`,
    `CREATE TABLE ${schema}.hold (id text PRIMARY KEY, account text NOT NULL, unit text NOT NULL, amount int NOT NULL,
      ends_at float8 NOT NULL)`,
    `CREATE INDEX hold_account ON ${schema}.hold (account, unit)`,
    `CREATE TABLE ${schema}.coupon (id text PRIMARY KEY, account text NOT NULL, unit text NOT NULL, amount int NOT NULL,
      at float8 NOT NULL)`,
    `CREATE INDEX coupon_account ON ${schema}.coupon (account, unit)`,
    `CREATE TABLE ${schema}.drawn (account text NOT NULL, unit text NOT NULL, period float8 NOT NULL, amount int NOT NULL,
      PRIMARY KEY (account, unit, period))`,
    `CREATE TABLE ${schema}.cached_page (key text PRIMARY KEY, captured_at float8 NOT NULL, size int NOT NULL,
      head text NOT NULL, body bytea NOT NULL, screenshot bytea)`,
    `CREATE INDEX cached_page_age ON ${schema}.cached_page (captured_at)`,
    `CREATE TABLE ${schema}.snapshot (account text NOT NULL, url text NOT NULL, tag text NOT NULL, value text NOT NULL,
      PRIMARY KEY (account, url, tag))`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.local_page (account text NOT NULL, url text NOT NULL, title text NOT NULL,
      description text NOT NULL, head text NOT NULL, words tsvector NOT NULL, PRIMARY KEY (account, url))`,
    `CREATE INDEX local_page_words ON ${schema}.local_page USING gin (words)`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.team (id text PRIMARY KEY, plan text NOT NULL)`,
    `CREATE TABLE ${schema}.api_key (digest text PRIMARY KEY, team text NOT NULL, name text NOT NULL, scopes text NOT NULL)`,
    `CREATE INDEX api_key_team ON ${schema}.api_key (team)`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.blob (name text PRIMARY KEY, account text NOT NULL, job text, size int NOT NULL,
      created_at float8 NOT NULL, expires_at float8 NOT NULL, bytes bytea NOT NULL)`,
    `CREATE INDEX blob_owner ON ${schema}.blob (account, job)`,
    `CREATE INDEX blob_sizes ON ${schema}.blob (account, created_at) INCLUDE (size)`,
    `CREATE INDEX blob_expiry ON ${schema}.blob (expires_at)`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.request_count (key text PRIMARY KEY, started_at float8 NOT NULL, ends_at float8 NOT NULL,
      count int NOT NULL) WITH (fillfactor = 50)`,
    `CREATE INDEX request_count_end ON ${schema}.request_count (ends_at)`,
    `CREATE TABLE ${schema}.claimed_key (key text PRIMARY KEY, ends_at float8 NOT NULL)`,
    `CREATE INDEX claimed_key_end ON ${schema}.claimed_key (ends_at)`,
    `CREATE TABLE ${schema}.kept_answer (id text PRIMARY KEY, account text NOT NULL, text text NOT NULL,
      size int NOT NULL, ends_at float8 NOT NULL)`,
    `CREATE INDEX kept_answer_end ON ${schema}.kept_answer (ends_at)`
  ],
  (schema) => [
    // A search reads what waits to enter the index page by page: little may wait.
    `ALTER INDEX ${schema}.local_page_words SET (gin_pending_list_limit = 128)`,
    // The planner takes the vectors of words for free to read, and would read the table for common words; and the
    // account is written as no index has it, or it would read every page of the account.
    `CREATE FUNCTION ${schema}.local_search(of text, wanted tsquery, ranked int, most int)
      RETURNS TABLE (url text, title text, description text, head text)
      LANGUAGE sql STABLE SET enable_seqscan = off
      AS $$
        WITH match AS MATERIALIZED (
          SELECT ctid AS place, words FROM ${schema}.local_page
          WHERE account || '' = of AND words @@ wanted LIMIT ranked
        ), best AS MATERIALIZED (
          SELECT place, ts_rank('{0.25, 0.25, 0.5, 1}', words, wanted, 1) AS rank FROM match
          ORDER BY rank DESC LIMIT most
        )
        SELECT page.url, page.title, page.description, page.head
        FROM best JOIN ${schema}.local_page AS page ON page.ctid = best.place ORDER BY best.rank DESC
      $$`
  ],
  (schema) => [
    // Who stands in line, and what was counted this minute, is worth no wait for the disk: a crash of the database
    // forgets it.
    `CREATE UNLOGGED TABLE ${schema}.place (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line text NOT NULL,
      id text NOT NULL UNIQUE, ends_at float8 NOT NULL)`,
    `ALTER TABLE ${schema}.request_count SET UNLOGGED`,
    `CREATE INDEX place_line ON ${schema}.place (line, n)`,
    `CREATE INDEX place_end ON ${schema}.place (ends_at)`,
    // Who enters a line waits for those who are entering it, so that numbers become visible in their order.
    `CREATE FUNCTION ${schema}.stand(of text, mine text, now float8, until float8,
      OUT number float8, OUT before int) LANGUAGE plpgsql
      AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('${schema}.place/' || of, 0));
        DELETE FROM ${schema}.place WHERE id IN
          (SELECT id FROM ${schema}.place WHERE ends_at <= now LIMIT 100 FOR UPDATE SKIP LOCKED);
        INSERT INTO ${schema}.place (line, id, ends_at) VALUES (of, mine, until)
          ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at RETURNING n INTO number;
        SELECT count(*) INTO before FROM ${schema}.place WHERE line = of AND n < number AND ends_at > now;
      END $$`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.addition (n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job int NOT NULL,
      id text NOT NULL UNIQUE, value text NOT NULL)`,
    `CREATE INDEX addition_job ON ${schema}.addition (job)`,
    `ALTER TABLE ${schema}.page ADD COLUMN addition int`
  ],
  (schema) => [
    // Pages and tasks wait in our own tables alone.
    `CREATE INDEX page_waiting ON ${schema}.page (job, host, n) WHERE state = 0`,
    `ALTER TABLE ${schema}.job DROP COLUMN tickets`,
    `DROP SCHEMA IF EXISTS ${schema}_boss CASCADE`,
    // Up to `wanted` waiting pages of hosts that may be asked now, from the host behind `turn` on and around; then a row
    // without a page that names the last host looked at. Whoever locks the hosts afterwards decides.
    `CREATE FUNCTION ${schema}.waiting_pages(of_job int, now float8, latest float8, wanted int, cap_of_new int,
      heeds_delay boolean, turn text) RETURNS TABLE (host text, page int) LANGUAGE plpgsql STABLE
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
            ORDER BY w.n LIMIT greatest(0, least(wanted, coalesce(room, cap_of_new)))
          LOOP
            wanted := wanted - 1;
            RETURN NEXT;
          END LOOP;
        END LOOP;
        page := NULL;
        RETURN NEXT;
      END $$`,
    // The same once pages whose time to be tried again has come wait too.
    `CREATE FUNCTION ${schema}.due_pages(of_job int, now float8, latest float8, wanted int, cap_of_new int,
      heeds_delay boolean, turn text) RETURNS TABLE (host text, page int) LANGUAGE plpgsql
      AS $$
      BEGIN
        UPDATE ${schema}.page SET state = 0 WHERE n IN
          (SELECT n FROM ${schema}.page WHERE job = of_job AND state = 6 AND until <= now LIMIT 500);
        RETURN QUERY SELECT * FROM ${schema}.waiting_pages(of_job, now, latest, wanted, cap_of_new, heeds_delay, turn);
      END $$`
  ],
  (schema) => [
    // Crawls may visit the best pages first.
    `ALTER TABLE ${schema}.page ADD COLUMN rank int NOT NULL DEFAULT 0`,
    `DROP INDEX ${schema}.page_waiting`,
    `CREATE INDEX page_waiting ON ${schema}.page (job, host, rank, n) WHERE state = 0`,
    // Up to `wanted` waiting pages of hosts that may be asked now, from the host behind `turn` on and around; then a row
    // without a page that names the last host looked at. Whoever locks the hosts afterwards decides.
    `CREATE OR REPLACE FUNCTION ${schema}.waiting_pages(of_job int, now float8, latest float8, wanted int, cap_of_new int,
      heeds_delay boolean, turn text) RETURNS TABLE (host text, page int) LANGUAGE plpgsql STABLE
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
      END $$`
  ],
  (schema) => [
    `CREATE TABLE ${schema}.monitor (id text PRIMARY KEY, account text NOT NULL, next_run_at float8,
      created_at float8 NOT NULL, value text NOT NULL)`,
    `CREATE INDEX monitor_account ON ${schema}.monitor (account, created_at)`,
    `CREATE INDEX monitor_due ON ${schema}.monitor (next_run_at) WHERE next_run_at IS NOT NULL`,
    `CREATE TABLE ${schema}.monitor_check (id text PRIMARY KEY, monitor text NOT NULL, created_at float8 NOT NULL,
      open boolean NOT NULL, value text NOT NULL, lease_until float8 NOT NULL)`,
    `CREATE INDEX monitor_check_monitor ON ${schema}.monitor_check (monitor, created_at)`,
    `CREATE INDEX monitor_check_open ON ${schema}.monitor_check (created_at) WHERE open`
  ],
  (schema) => [
    // Addresses outside of the start's path are counted as they are left out.
    `ALTER TABLE ${schema}.job ADD COLUMN backward int NOT NULL DEFAULT 0`,
    `UPDATE ${schema}.job SET backward =
      (SELECT count(*) FROM ${schema}.page WHERE page.job = job.n AND state = 4 AND reason = 'backward')`
  ],
  (schema) => [
    // Pages that completed before are not counted: their documents would all have to be read.
    `ALTER TABLE ${schema}.job ADD COLUMN status_2xx int NOT NULL DEFAULT 0, ADD COLUMN status_3xx int NOT NULL DEFAULT 0,
      ADD COLUMN status_4xx int NOT NULL DEFAULT 0, ADD COLUMN status_5xx int NOT NULL DEFAULT 0`
  ],
  (schema) => [
    // Reading them from the text of every open job is too slow. No limit is null.
    `ALTER TABLE ${schema}.job ADD COLUMN priority int NOT NULL DEFAULT 0, ADD COLUMN page_limit float8`,
    `UPDATE ${schema}.job SET priority = coalesce((spec::json ->> 'priority')::int, 0),
      page_limit = (spec::json ->> 'limit')::float8`,
    // A lease that is renewed changes no index.
    `DROP INDEX ${schema}.page_active`,
    `CREATE INDEX page_active ON ${schema}.page (job) WHERE state = 1`,
    // Numbers are given for as long as the database lives.
    `ALTER TABLE ${schema}.page ALTER COLUMN n TYPE bigint, ALTER COLUMN found_on TYPE bigint`,
    `ALTER TABLE ${schema}.failure ALTER COLUMN n TYPE bigint, ALTER COLUMN page TYPE bigint`,
    `ALTER TABLE ${schema}.delivery ALTER COLUMN n TYPE bigint`,
    `ALTER TABLE ${schema}.alias ALTER COLUMN page TYPE bigint`,
    `ALTER TABLE ${schema}.result ALTER COLUMN page TYPE bigint`,
    ...["page", "failure", "delivery"].map((table) => `ALTER SEQUENCE ${schema}.${table}_n_seq AS bigint`),
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
    `ALTER TABLE ${schema}.result ADD PRIMARY KEY (job, page)`
  ],
  (schema) => [...readyTables(schema), ...exchangeFunctions(schema), ...claimFunctions(schema)],
  (schema) => [
    // The HTTP status of a page that completed, and which of the reasons that share a code a page failed for.
    `ALTER TABLE ${schema}.page ADD COLUMN status int`,
    `ALTER TABLE ${schema}.failure ADD COLUMN cause text`,
    ...exchangeFunctions(schema)
  ],
  (schema) => [
    // Lists of a job's pages go on behind the last one that was read.
    `CREATE INDEX page_job ON ${schema}.page (job, n)`,
    `CREATE INDEX page_trap ON ${schema}.page (job, reason, n) WHERE reason = 'trap'`
  ],
  (schema) => [
    // Workers say again and again that they are there, which is worth no wait for the disk.
    `CREATE UNLOGGED TABLE ${schema}.worker (id text PRIMARY KEY, host text NOT NULL, pid int NOT NULL, version text NOT NULL,
      running int NOT NULL, started_at float8 NOT NULL, beat_at float8 NOT NULL)`
  ],
  (schema) => [
    // An expression, so that lists alone can use it. Functions keep the plans that they made while the table was empty,
    // when every index that begins with the job seems as good as the key: each look at one page read all of its job.
    `DROP INDEX ${schema}.page_job`,
    `CREATE INDEX page_list ON ${schema}.page ((job + 0), n)`
  ],
  (schema) => [
    // Ten million addresses of a job fit on a small disk: what a page has only once it was claimed is absent before, rows
    // leave no room for changes that would go elsewhere all the same, and the index of waiting pages has hashes of hosts.
    `DROP INDEX ${schema}.page_waiting`,
    `ALTER TABLE ${schema}.page SET (fillfactor = 100), ALTER COLUMN state TYPE smallint,
      ${["attempts", "losses", "token"].map((column) => zeroAsNull(column, "int")).join(", ")}, ${zeroAsNull("until", "float8")}`,
    `CREATE INDEX page_waiting ON ${schema}.page (job, hashtextextended(host, 0), rank, n) WHERE state = 0`,
    ...exchangeFunctions(schema),
    ...claimFunctions(schema)
  ],
  (schema) => [
    // Events of checks, written with the end of their check.
    `CREATE TABLE ${schema}.notification (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,
      monitor text NOT NULL, check_id text NOT NULL, is_last boolean NOT NULL, post text NOT NULL, attempt int NOT NULL,
      due_at float8, reason text)`,
    `CREATE INDEX notification_due ON ${schema}.notification (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX notification_check ON ${schema}.notification (check_id)`,
    `CREATE INDEX notification_monitor ON ${schema}.notification (monitor)`
  ],
  // After a refusal a host is tried with one page first.
  (schema) => claimFunctions(schema),
  (schema) => [
    // A check of a monitor is a job, and its events are among those of jobs.
    `ALTER TABLE ${schema}.job ADD COLUMN monitor text`,
    `CREATE INDEX job_monitor ON ${schema}.job (monitor, kind, created_at, id) WHERE monitor IS NOT NULL`,
    `ALTER TABLE ${schema}.task ADD COLUMN forgiven int NOT NULL DEFAULT 0`,
    `ALTER TABLE ${schema}.delivery ADD COLUMN post text`,
    // What a monitor says may be encrypted: its checks are then kept for 30 days.
    `INSERT INTO ${schema}.job (id, spec, kind, account, monitor, status, origin, collecting, output, created_at, finished_at,
      last_activity, retention_ms)
      SELECT old.id,
        json_build_object('version', 1, 'id', old.id, 'kind', 'monitorCheck', 'accountId', monitor.account,
          'monitorId', monitor.id, 'request', json_build_object('monitorId', monitor.id), 'origin', '', 'priority', 0,
          'limit', NULL, 'maxDepth', NULL, 'maxConcurrency', NULL, 'accountConcurrency', NULL, 'delayMs', 0,
          'heedsCrawlDelay', false, 'retentionMs', kept.ms, 'task', true)::text,
        'monitorCheck', monitor.account, monitor.id, CASE WHEN old.open THEN 'scraping' ELSE 'completed' END, '', old.open,
        old.value, old.created_at,
        CASE WHEN old.open THEN NULL
          ELSE coalesce(substring(old.value FROM '"finishedAt":([0-9]{1,15})')::float8, old.created_at) END,
        old.created_at, kept.ms
      FROM ${schema}.monitor_check AS old JOIN ${schema}.monitor ON monitor.id = old.monitor
      CROSS JOIN LATERAL (SELECT 86400000 *
        coalesce(substring(monitor.value FROM '"retentionDays":([0-9]{1,3})')::bigint, 30) AS ms) AS kept
      WHERE NOT EXISTS (SELECT 1 FROM ${schema}.job WHERE job.id = old.id) ORDER BY old.created_at, old.id`,
    `INSERT INTO ${schema}.task (job, attempt, until)
      SELECT n, 0, 0 FROM ${schema}.job WHERE kind = 'monitorCheck' AND status = 'scraping'`,
    `INSERT INTO ${schema}.delivery (id, job, number, type, attempt, due_at, reason, post)
      SELECT old.id, job.n, 0, CASE WHEN old.is_last THEN 'completed' ELSE 'page' END, old.attempt, old.due_at, old.reason,
        old.post FROM ${schema}.notification AS old JOIN ${schema}.job ON job.id = old.check_id ORDER BY old.n`,
    `DROP TABLE ${schema}.notification`,
    `DROP TABLE ${schema}.monitor_check`
  ],
  // A key may be limited to addresses; without any it is good from anywhere.
  (schema) => [`ALTER TABLE ${schema}.api_key ADD COLUMN addresses text`],
  (schema) => [
    // Browser profiles, encrypted, and who may save each of them at the moment.
    `CREATE TABLE ${schema}.profile (id text PRIMARY KEY, account text NOT NULL, name text NOT NULL,
      sealed_by text NOT NULL, sealed text NOT NULL, bytes int NOT NULL, created_at float8 NOT NULL,
      saved_at float8 NOT NULL, used_at float8 NOT NULL, ends_at float8 NOT NULL)`,
    `CREATE INDEX profile_account ON ${schema}.profile (account)`,
    `CREATE INDEX profile_end ON ${schema}.profile (ends_at)`,
    `CREATE TABLE ${schema}.profile_claim (id text PRIMARY KEY, account text NOT NULL, holder text NOT NULL,
      ends_at float8 NOT NULL)`,
    `CREATE INDEX profile_claim_end ON ${schema}.profile_claim (ends_at)`
  ],
  (schema) => [
    // Calls of accounts, as their list shows them.
    `CREATE TABLE ${schema}.call_log (id text PRIMARY KEY, account text NOT NULL, at float8 NOT NULL,
      endpoint text NOT NULL, version text NOT NULL, site text NOT NULL, target text NOT NULL, status int NOT NULL,
      result text, ms float8 NOT NULL, credits float8, name text, request text, ends_at float8 NOT NULL)`,
    `CREATE INDEX call_log_account ON ${schema}.call_log (account, at, id)`,
    `CREATE INDEX call_log_end ON ${schema}.call_log (ends_at)`
  ],
  // The pages that a worker holds, as JSON; an older worker names none.
  (schema) => [`ALTER TABLE ${schema}.worker ADD COLUMN pages text`],
  (schema) => [
    // The attempts at a page, as JSON, where the first was not enough; how long the last one took, and the size of its body.
    `ALTER TABLE ${schema}.page ADD COLUMN attempt_log text, ADD COLUMN took_ms float8, ADD COLUMN bytes float8`,
    ...exchangeFunctions(schema),
    ...claimFunctions(schema)
  ],
  // When keys were made and last used, in milliseconds since 1970; keys of an older version have neither.
  (schema) => [`ALTER TABLE ${schema}.api_key ADD COLUMN created_at float8, ADD COLUMN last_used_at float8`]
]

const zeroAsNull = (column: string, type: string): string =>
  `ALTER COLUMN ${column} DROP NOT NULL, ALTER COLUMN ${column} DROP DEFAULT,
    ALTER COLUMN ${column} TYPE ${type} USING nullif(${column}, 0)`
