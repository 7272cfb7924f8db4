/** Writes the tables of docs/reference/compatibility.md from runs of the newest client. */
import { readFile, writeFile } from "node:fs/promises"
import { documentPath, withTables } from "./page.ts"
import { verdicts } from "./Probe.ts"
import { run } from "./run.ts"

const { tables } = await run()
await writeFile(documentPath, withTables(await readFile(documentPath, "utf8"), tables))
for (const { rows, title } of tables) {
  const counts = verdicts.map((verdict) => [rows.filter((row) => row.verdict === verdict).length, verdict] as const)
  const seen = counts.filter(([count]) => count > 0).map((count) => count.join(" "))
  console.log(`${title}: ${seen.join(", ")}`)
}
