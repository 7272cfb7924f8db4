/** Writes the tables of docs/reference/compatibility.md from runs of the newest client. */
import { readFile, writeFile } from "node:fs/promises"
import { documentPath, runMatrix, withTables } from "./sdkMatrix.ts"

const { tables } = await runMatrix()
await writeFile(documentPath, withTables(await readFile(documentPath, "utf8"), tables))
for (const { rows, title } of tables) {
  const works = rows.filter(({ verdict }) => verdict !== "refused").length
  console.log(`firecrawl-js, ${title}: ${works} of ${rows.length} work`)
}
