/** `npm run api` writes the reports of the public interface, `npm run api -- --check` fails when one is stale. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { reports, root } from "./reports.ts"

const made = await reports()
const folder = join(root, "etc")
await mkdir(folder, { recursive: true })
const present = (await readdir(folder)).map((file) => `etc/${file}`)
const surplus = present.filter((file) => !made.has(file))
const stale: Array<string> = []
for (const [file, text] of made) {
  if ((await readFile(join(root, file), "utf8").catch(() => "")) !== text) stale.push(file)
}
if (process.argv.includes("--check")) {
  const wrong = [...stale, ...surplus]
  if (wrong.length > 0) {
    console.error(
      `The public interface has changed: run \`npm run api\` and look at the difference.\n${wrong.join("\n")}`
    )
    process.exitCode = 1
  }
} else {
  for (const file of stale) await writeFile(join(root, file), made.get(file)!)
  for (const file of surplus) await rm(join(root, file))
  console.log(`${made.size} reports, ${stale.length} of them changed`)
}
