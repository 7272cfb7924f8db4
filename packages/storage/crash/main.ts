/** `npm run crash`: the crash suite on SQLite and PostgreSQL; `--store sqlite` or `postgres` for one of them. */
import { main } from "@orbweaver/testing/crash"

const targets = {
  sqlite: new URL("sqlite.ts", import.meta.url),
  postgres: new URL("postgres.ts", import.meta.url)
}
const args = process.argv.slice(2)
const at = args.indexOf("--store")
const named = at < 0 ? undefined : args.splice(at, 2)[1]
const chosen = Object.entries(targets).filter(([name]) => named === undefined || name === named)
if (chosen.length === 0) throw new Error(`--store is sqlite or postgres, not ${named}`)
process.exitCode = await main(
  args,
  chosen.map(([, url]) => url)
)
