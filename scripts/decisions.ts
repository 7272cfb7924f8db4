/**
 * The index of the decision records, made from their titles and states.
 *
 * `node scripts/decisions.ts` writes `docs/decisions/README.md`; a test fails when it is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const folder = resolve(import.meta.dirname, "../docs/decisions")
export const indexFile = join(folder, "README.md")

/** Areas by the first number of each block; numbers from 0100 on repeat the order of the first hundred. */
const areas = [
  ["Workspace and scraping", 1],
  ["HTML and Markdown", 10],
  ["Main content and metadata", 30],
  ["Fetching and egress", 40],
  ["Browser and capture", 50],
  ["Jobs and stores", 60],
  ["HTTP API", 70],
  ["Documents", 80],
  ["Search and extraction", 90],
  ["Second round", 100],
  ["Third round", 142],
  ["One house", 170]
] as const

interface Decision {
  readonly file: string
  readonly number: string
  readonly title: string
  readonly status: string
  readonly date: string
}

const decisions = (): ReadonlyArray<Decision> =>
  readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .toSorted()
    .map((file) => {
      const found = /^# (\d{4}) (.+)\n\nStatus: (.+) · (\d{4}-\d\d-\d\d)\n/.exec(
        readFileSync(join(folder, file), "utf8")
      )
      if (found === null) throw new Error(`${file} does not begin with "# NNNN Title", "Status: … · YYYY-MM-DD"`)
      const [, number = "", title = "", status = "", date = ""] = found
      return { file, number, title, status, date }
    })

export const index = (): string => {
  const all = decisions()
  const sections = areas.map(([name, from], place) => {
    const to = areas[place + 1]?.[1] ?? Infinity
    const rows = all
      .filter(({ number }) => Number(number) >= from && Number(number) < to)
      .map(
        ({ date, file, number, status, title }) =>
          `- [${number} ${title}](${file}) (${date}${status === "accepted" ? "" : `, ${status}`})`
      )
    return `## ${name}\n\n${rows.join("\n")}\n`
  })
  return [
    "# Decisions\n",
    "Each record says what was decided in its title, then the context, the decision and its consequences. A record that is",
    "replaced stays and names the one that replaces it. `node scripts/decisions.ts` makes this index.\n",
    ...sections
  ].join("\n")
}

if (import.meta.main) writeFileSync(indexFile, index())
