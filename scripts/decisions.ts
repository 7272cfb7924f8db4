/**
 * The index of the decision records, made from their titles and states.
 *
 * `node scripts/decisions.ts` writes `docs/decisions/README.md`; a test fails when it is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const folder = resolve(import.meta.dirname, "../docs/decisions")
export const indexFile = join(folder, "README.md")

/** In the order of the index. */
const subjects = [
  "Workspace",
  "API",
  "Accounts",
  "Pipeline",
  "HTML",
  "Content",
  "Egress",
  "Browser",
  "Stores",
  "Jobs",
  "Documents",
  "Extraction",
  "Console"
]

interface Decision {
  readonly file: string
  readonly title: string
  readonly status: string
  readonly date: string
  readonly subject: string
}

const decisions = (): ReadonlyArray<Decision> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .toSorted()
    .map((file) => {
      const found = /^# (.+)\n\nStatus: (.+) · (\d{4}-\d\d-\d\d) · (.+)\n/.exec(
        readFileSync(join(folder, file), "utf8")
      )
      if (found === null)
        throw new Error(`${file} does not begin with "# Title" and "Status: … · YYYY-MM-DD · Subject"`)
      const [, title = "", status = "", date = "", subject = ""] = found
      if (!subjects.includes(subject)) throw new Error(`${file} has an unknown subject: ${subject}`)
      return { file, title, status, date, subject }
    })

export const index = (): string => {
  const all = decisions()
  const sections = subjects.map((name) => {
    const rows = all
      .filter(({ subject }) => subject === name)
      .map(
        ({ date, file, status, title }) =>
          `- [${title}](${file}) (${date}${status === "accepted" ? "" : `, ${status}`})`
      )
    return `## ${name}\n\n${rows.join("\n")}\n`
  })
  return [
    "# Decisions\n",
    "Decisions that shape several packages: what was decided, why, what follows, and what was measured or tried instead.",
    "Reasons that concern one file stand in the header of that file. `node scripts/decisions.ts` makes this index.\n",
    ...sections
  ].join("\n")
}

if (import.meta.main) writeFileSync(indexFile, index())
