/**
 * Claims of workers that died. A file that nobody has open has no worker, so
 * whoever opens it first sets free what was claimed in it, instead of waiting for
 * the leases, and sets the file's time. The locks of the system say whether anybody
 * has it open, and they end with their process however it ends.
 */
import { existsSync } from "node:fs"
import { DatabaseSync } from "./nodeSqlite.ts"
import { forgetTime } from "./fileClock.ts"
import { latest } from "./migrations.ts"

/** Ends the leases in a file that no other connection, of whatever process, has open; leaves any other as it is. */
export const endLeases = (filename: string): void => {
  if (!existsSync(filename)) return
  const alone = new DatabaseSync(filename, { timeout: 0 })
  try {
    // With this mode a connection to a file with a log begins by having it for itself, or fails.
    alone.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
    if (Number(alone.prepare("PRAGMA user_version").get()?.["user_version"]) === latest) {
      alone.exec("UPDATE page INDEXED BY page_active SET until = 0 WHERE state = 1; UPDATE task SET until = 0")
      alone.exec(forgetTime)
    }
    alone.exec("COMMIT")
  } catch {
    // Somebody is at work in it, or it is no file of ours: opening it properly says so.
  } finally {
    alone.close()
  }
}
