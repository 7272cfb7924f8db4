/** Documents as rows of a SQLite file. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { setTimeout as wait } from "node:timers/promises"
import { checkPath } from "./checkPath.ts"
import type { PageDocument } from "./pageFile.ts"
import type { Sink } from "./Sink.ts"

export interface SqliteTableOptions {
  /** Name of the table, made where there is none. Default: `"pages"`. */
  readonly table?: string | undefined
}

const schemas: Given.OptionSchemas<SqliteTableOptions> = {
  table: Given.value(
    "the name of a table: letters, digits and `_`",
    (given) => typeof given === "string" && /^[a-z_]\w*$/i.test(given)
  )
}

/** How long another process that writes to the file is waited for, and how often it is looked, in milliseconds. */
const busyLimitMs = 10_000
const busyPauseMs = 25

/**
 * A row a page: `url` (the key), `title`, `markdown`, `document` (all of it, as JSON) and `written_at`. A page that is
 * written again replaces its row. Each row is there once its page was written.
 */
export const sqliteTable = (file: string, options: SqliteTableOptions = {}): Sink<PageDocument> => {
  checkPath("sqliteTable", "file", file)
  Given.checkOptions("options of sqliteTable", schemas, options)
  const { table = "pages" } = options
  let opened: Promise<{ readonly database: DatabaseSync; readonly insert: StatementSync }> | undefined

  const open = async () => {
    const { DatabaseSync } = await import("node:sqlite")
    // Waiting within SQLite would stop this process.
    const database = new DatabaseSync(file, { timeout: 0 })
    await unlessBusy(() => {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      database.exec(
        `CREATE TABLE IF NOT EXISTS ${table} (url TEXT PRIMARY KEY, title TEXT, markdown TEXT, document TEXT NOT NULL, written_at TEXT NOT NULL)`
      )
    })
    const insert = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?, ?, ?)`)
    return { database, insert }
  }
  const close = async () => {
    const { database } = (await opened) ?? {}
    database?.close()
  }
  return {
    write: async (document) => {
      const { insert } = await (opened ??= open())
      const { markdown, metadata } = document
      const row = [
        metadata.url,
        metadata.title ?? null,
        markdown ?? null,
        JSON.stringify(document),
        new Date().toISOString()
      ]
      await unlessBusy(() => insert.run(...row))
    },
    end: close,
    abort: close
  }
}

const unlessBusy = async (work: () => unknown): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += busyPauseMs, await wait(busyPauseMs)) {
    try {
      work()
      return
    } catch (error) {
      // SQLITE_BUSY
      if ((error as { readonly errcode?: unknown }).errcode !== 5 || waitedMs > busyLimitMs) throw error
    }
  }
}
