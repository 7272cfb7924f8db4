import { assert, it } from "@effect/vitest"
import { constants, DatabaseSync } from "node:sqlite"
import { fixedPlan } from "../../src/sqlite/fixedPlan.ts"

const query = "SELECT n FROM page WHERE n > ? ORDER BY n LIMIT ?"

/** How often SQLite compiles the statement while it runs three times; it asks for permissions whenever it does. */
const compilations = (sql: string): number => {
  const database = new DatabaseSync(":memory:")
  database.exec("CREATE TABLE page (n INTEGER PRIMARY KEY)")
  let count = 0
  database.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) count++
    return constants.SQLITE_OK
  })
  const statement = database.prepare(sql)
  for (const limit of [1, 5, 2]) statement.all(0, limit)
  database.close()
  return count
}

it("SQLite compiles a statement with a limit once, however often its values change", () => {
  assert.isAbove(compilations(query), 1)
  assert.strictEqual(compilations(fixedPlan(query)), 1)
})

it("a statement without a bound limit stays as it is", () => {
  const fixed = "SELECT n FROM page WHERE n > ? LIMIT 500"
  assert.strictEqual(fixedPlan(fixed), fixed)
})
