/** The tables of the SQLite file, in the order in which versions added them. */
import type { DatabaseSync } from "node:sqlite"
import { forgetTime } from "./fileClock.ts"

/** Brings the file to this version. Throws on one that a newer version has written. */
export const migrate = (database: DatabaseSync): void => {
  const version = (): number => Number(database.prepare("PRAGMA user_version").get()!["user_version"])
  if (version() === versions.length) return
  database.exec("BEGIN IMMEDIATE")
  try {
    // Another process may have been quicker.
    const from = version()
    if (from > versions.length) {
      throw new Error(`The file has version ${from}; this program knows versions up to ${versions.length}`)
    }
    for (const sql of versions.slice(from)) database.exec(sql)
    if (from < versions.length) database.exec(forgetTime)
    database.exec(`PRAGMA user_version = ${versions.length}`)
    database.exec("COMMIT")
  } catch (cause) {
    database.exec("ROLLBACK")
    throw cause
  }
}

const versions: ReadonlyArray<string> = [
  `
CREATE TABLE job (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  spec TEXT NOT NULL,
  kind TEXT NOT NULL,
  account TEXT NOT NULL,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  queued INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  collecting INTEGER NOT NULL,
  credits INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  output TEXT,
  next_at INTEGER NOT NULL DEFAULT 0,
  limited_since INTEGER,
  queue_ms INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  last_activity INTEGER NOT NULL,
  events INTEGER NOT NULL DEFAULT 0,
  results INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX job_status ON job (status, account);

-- state: 0 queued, 1 active, 2 completed, 3 failed, 4 skipped, 6 queued for later
CREATE TABLE page (
  n INTEGER PRIMARY KEY,
  job INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  depth INTEGER NOT NULL,
  state INTEGER NOT NULL,
  found_on INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  losses INTEGER NOT NULL DEFAULT 0,
  token INTEGER NOT NULL DEFAULT 0,
  until INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  rule TEXT,
  error TEXT,
  last_modified TEXT,
  content_hash TEXT,
  position INTEGER,
  links TEXT
);
CREATE UNIQUE INDEX page_key ON page (job, a, b);
CREATE INDEX page_queued ON page (job, host, n) WHERE state = 0;
CREATE INDEX page_active ON page (job, until) WHERE state = 1;
CREATE INDEX page_later ON page (job, until) WHERE state = 6;
CREATE INDEX page_robots ON page (job, n) WHERE state = 4 AND reason = 'robots';

-- Other identities of a page: the address that answered.
CREATE TABLE alias (job INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, page INTEGER NOT NULL,
  PRIMARY KEY (job, a, b)) WITHOUT ROWID;

CREATE TABLE result (
  n INTEGER PRIMARY KEY,
  job INTEGER NOT NULL,
  position INTEGER NOT NULL,
  page INTEGER NOT NULL,
  url TEXT NOT NULL,
  depth INTEGER NOT NULL,
  document TEXT NOT NULL,
  credits INTEGER NOT NULL,
  facts TEXT
);
CREATE UNIQUE INDEX result_position ON result (job, position);

CREATE TABLE failure (n INTEGER PRIMARY KEY, job INTEGER NOT NULL, page INTEGER NOT NULL, url TEXT NOT NULL,
  error TEXT NOT NULL, code TEXT, at INTEGER NOT NULL);
CREATE INDEX failure_job ON failure (job, n);

CREATE TABLE event (job INTEGER NOT NULL, number INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
  position INTEGER, page TEXT, PRIMARY KEY (job, number)) WITHOUT ROWID;

CREATE TABLE task (job INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, until INTEGER NOT NULL);

CREATE TABLE host (host TEXT PRIMARY KEY, active INTEGER NOT NULL, cap INTEGER NOT NULL, delay_ms INTEGER NOT NULL,
  next_at INTEGER NOT NULL, refusals INTEGER NOT NULL, streak INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE delivery (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, job INTEGER NOT NULL, number INTEGER NOT NULL,
  type TEXT NOT NULL, position INTEGER, attempt INTEGER NOT NULL, due_at INTEGER, reason TEXT);
CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_job ON delivery (job);

CREATE TABLE debit (id TEXT PRIMARY KEY, account TEXT NOT NULL, unit TEXT NOT NULL, amount INTEGER NOT NULL,
  reason TEXT NOT NULL, key_name TEXT, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX debit_account ON debit (account, unit, at);
CREATE TABLE hold (id TEXT PRIMARY KEY, account TEXT NOT NULL, unit TEXT NOT NULL, amount INTEGER NOT NULL,
  ends_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX hold_account ON hold (account, unit);
CREATE TABLE coupon (id TEXT PRIMARY KEY, account TEXT NOT NULL, unit TEXT NOT NULL, amount INTEGER NOT NULL,
  at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX coupon_account ON coupon (account, unit);
CREATE TABLE drawn (account TEXT NOT NULL, unit TEXT NOT NULL, period INTEGER NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (account, unit, period)) WITHOUT ROWID;

CREATE TABLE cached_page (key TEXT PRIMARY KEY, captured_at INTEGER NOT NULL, size INTEGER NOT NULL, head TEXT NOT NULL,
  body BLOB NOT NULL, screenshot BLOB);
CREATE INDEX cached_page_age ON cached_page (captured_at, size);

CREATE TABLE snapshot (account TEXT NOT NULL, url TEXT NOT NULL, tag TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (account, url, tag)) WITHOUT ROWID;
`,
  `
-- Words of scraped pages. The index holds our own terms, not the text: what is shown of a hit stands beside it.
CREATE TABLE local_page (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  head TEXT NOT NULL,
  UNIQUE (account, url)
);
CREATE VIRTUAL TABLE local_terms USING fts5(
  title, description, text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
);
`,
  `
CREATE TABLE team (id TEXT PRIMARY KEY, plan TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE api_key (digest TEXT PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL, scopes TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX api_key_team ON api_key (team);
`,
  `
CREATE TABLE request_count (key TEXT PRIMARY KEY, started_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
  count INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX request_count_end ON request_count (ends_at);
CREATE TABLE claimed_key (key TEXT PRIMARY KEY, ends_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX claimed_key_end ON claimed_key (ends_at);
CREATE TABLE kept_answer (id TEXT PRIMARY KEY, account TEXT NOT NULL, text TEXT NOT NULL, size INTEGER NOT NULL,
  ends_at INTEGER NOT NULL);
CREATE INDEX kept_answer_end ON kept_answer (ends_at, size);
`,
  `
CREATE TABLE place (n INTEGER PRIMARY KEY, line TEXT NOT NULL, id TEXT NOT NULL UNIQUE, ends_at INTEGER NOT NULL);
CREATE INDEX place_line ON place (line, n, ends_at);
CREATE INDEX place_end ON place (ends_at);
`,
  `
CREATE TABLE addition (n INTEGER PRIMARY KEY, job INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
CREATE INDEX addition_job ON addition (job);
ALTER TABLE page ADD COLUMN addition INTEGER;
`,
  `
CREATE TABLE clock (n INTEGER PRIMARY KEY, ahead INTEGER NOT NULL, slept INTEGER NOT NULL, monotonic INTEGER NOT NULL);
`,
  `
-- Crawls may visit the best pages first.
ALTER TABLE page ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
DROP INDEX page_queued;
CREATE INDEX page_queued ON page (job, host, rank, n) WHERE state = 0;
`,
  `
CREATE TABLE monitor (id TEXT PRIMARY KEY, account TEXT NOT NULL, next_run_at INTEGER, created_at INTEGER NOT NULL,
  value TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX monitor_account ON monitor (account, created_at);
CREATE INDEX monitor_due ON monitor (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE TABLE monitor_check (id TEXT PRIMARY KEY, monitor TEXT NOT NULL, created_at INTEGER NOT NULL,
  open INTEGER NOT NULL, value TEXT NOT NULL, lease_until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX monitor_check_monitor ON monitor_check (monitor, created_at);
CREATE INDEX monitor_check_open ON monitor_check (created_at) WHERE open = 1;
`,
  `
-- Addresses outside of the start's path are counted as they are left out.
ALTER TABLE job ADD COLUMN backward INTEGER NOT NULL DEFAULT 0;
UPDATE job SET backward = (SELECT count(*) FROM page WHERE page.job = job.n AND state = 4 AND reason = 'backward');
`,
  `
-- Pages that completed before are not counted: their documents would all have to be read.
ALTER TABLE job ADD COLUMN status_2xx INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN status_3xx INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN status_4xx INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN status_5xx INTEGER NOT NULL DEFAULT 0;
`,
  `
-- The HTTP status of a page that completed, and which of the reasons that share a code a page failed for.
ALTER TABLE page ADD COLUMN status INTEGER;
ALTER TABLE failure ADD COLUMN cause TEXT;
`,
  `
-- Lists of a job's pages go on behind the last one that was read.
CREATE INDEX page_job ON page (job, n);
CREATE INDEX page_skipped ON page (job, reason, n) WHERE state = 4;
CREATE INDEX page_trap ON page (job, n) WHERE reason = 'trap';
DROP INDEX page_robots;
`,
  `
-- Workers say again and again that they are there.
CREATE TABLE worker (id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, version TEXT NOT NULL,
  running INTEGER NOT NULL, started_at INTEGER NOT NULL, beat_at INTEGER NOT NULL) WITHOUT ROWID;
`,
  `
-- Open checks are looked for without reading what they say.
DROP INDEX monitor_check_open;
CREATE INDEX monitor_check_open ON monitor_check (created_at, lease_until, monitor) WHERE open = 1;
`,
  `
-- Events of checks, written with the end of their check.
CREATE TABLE notification (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, monitor TEXT NOT NULL, check_id TEXT NOT NULL,
  is_last INTEGER NOT NULL, post TEXT NOT NULL, attempt INTEGER NOT NULL, due_at INTEGER, reason TEXT);
CREATE INDEX notification_due ON notification (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notification_check ON notification (check_id);
CREATE INDEX notification_monitor ON notification (monitor);
`,
  `
-- A check of a monitor is a job, and its events are among those of jobs.
ALTER TABLE job ADD COLUMN monitor TEXT;
CREATE INDEX job_monitor ON job (monitor, kind, created_at, id) WHERE monitor IS NOT NULL;
ALTER TABLE task ADD COLUMN forgiven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery ADD COLUMN post TEXT;
INSERT INTO job (id, spec, kind, account, monitor, status, origin, collecting, output, created_at, finished_at, last_activity)
  SELECT old.id,
    json_object('version', 1, 'id', old.id, 'kind', 'monitorCheck', 'accountId', monitor.account, 'monitorId', monitor.id,
      'request', json_object('monitorId', monitor.id), 'origin', '', 'priority', 0, 'limit', NULL, 'maxDepth', NULL,
      'maxConcurrency', NULL, 'accountConcurrency', NULL, 'delayMs', 0, 'heedsCrawlDelay', json('false'),
      'retentionMs', 86400000 * coalesce(
        CASE WHEN json_valid(monitor.value) THEN CAST(monitor.value ->> 'retentionDays' AS INTEGER) END, 30),
      'task', json('true')),
    'monitorCheck', monitor.account, monitor.id, CASE WHEN old.open = 1 THEN 'scraping' ELSE 'completed' END, '', old.open,
    old.value, old.created_at,
    CASE WHEN old.open = 0 THEN
      coalesce(CASE WHEN json_valid(old.value) THEN CAST(old.value ->> 'finishedAt' AS INTEGER) END, old.created_at) END,
    old.created_at
  FROM monitor_check AS old JOIN monitor ON monitor.id = old.monitor WHERE old.id NOT IN (SELECT id FROM job)
  ORDER BY old.created_at, old.id;
INSERT INTO task (job, attempt, until) SELECT n, 0, 0 FROM job WHERE kind = 'monitorCheck' AND status = 'scraping';
INSERT INTO delivery (id, job, number, type, attempt, due_at, reason, post)
  SELECT old.id, job.n, 0, CASE WHEN old.is_last = 1 THEN 'completed' ELSE 'page' END, old.attempt, old.due_at, old.reason,
    old.post FROM notification AS old JOIN job ON job.id = old.check_id ORDER BY old.n;
DROP TABLE notification;
DROP TABLE monitor_check;
`,
  `
-- A key may be limited to addresses; without any it is good from anywhere.
ALTER TABLE api_key ADD COLUMN addresses TEXT;
`,
  `
-- Browser profiles, encrypted, and who may save each of them at the moment.
CREATE TABLE profile (id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, sealed_by TEXT NOT NULL,
  sealed TEXT NOT NULL, bytes INTEGER NOT NULL, created_at INTEGER NOT NULL, saved_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL, ends_at INTEGER NOT NULL);
CREATE INDEX profile_account ON profile (account);
CREATE INDEX profile_end ON profile (ends_at);
CREATE TABLE profile_claim (id TEXT PRIMARY KEY, account TEXT NOT NULL, holder TEXT NOT NULL, ends_at INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE INDEX profile_claim_end ON profile_claim (ends_at);
`,
  `
-- Calls of accounts, as their list shows them.
CREATE TABLE call_log (id TEXT PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL, endpoint TEXT NOT NULL,
  version TEXT NOT NULL, site TEXT NOT NULL, target TEXT NOT NULL, status INTEGER NOT NULL, result TEXT,
  ms INTEGER NOT NULL, credits REAL, name TEXT, request TEXT, ends_at INTEGER NOT NULL);
CREATE INDEX call_log_account ON call_log (account, at, id);
CREATE INDEX call_log_end ON call_log (ends_at);
`,
  `
-- The pages that a worker holds, as JSON; an older worker names none.
ALTER TABLE worker ADD COLUMN pages TEXT;
`,
  `
-- The attempts at a page, as JSON, where the first was not enough; how long the last one took, and the size of its body.
ALTER TABLE page ADD COLUMN attempt_log TEXT;
ALTER TABLE page ADD COLUMN took_ms INTEGER;
ALTER TABLE page ADD COLUMN bytes INTEGER;
`,
  `
-- When keys were made and last used, in milliseconds since 1970; keys of an older version have neither.
ALTER TABLE api_key ADD COLUMN created_at INTEGER;
ALTER TABLE api_key ADD COLUMN last_used_at INTEGER;
`
]

/** The version that `migrate` brings files to. */
export const latest = versions.length
