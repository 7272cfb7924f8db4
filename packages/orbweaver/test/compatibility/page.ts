/** The tables of docs/reference/compatibility.md: written, and read again. */
import { fileURLToPath } from "node:url"
import { type Row, type Verdict, verdicts } from "./Probe.ts"

export interface Rows {
  readonly title: string
  readonly rows: ReadonlyArray<Row>
}

export const documentPath = fileURLToPath(new URL("../../../../docs/reference/compatibility.md", import.meta.url))

const begin = "<!-- Written by `npm run compatibility -w packages/orbweaver` from runs of the client. -->"
const end = "<!-- End of what is written. -->"

/** The page with these tables in place of those that it had. */
export const withTables = (text: string, tables: ReadonlyArray<Rows>): string => {
  const before = text.includes(begin) ? text.slice(0, text.indexOf(begin)) : `${text.trimEnd()}\n\n`
  return `${before}${begin}\n\n${tables.map(written).join("\n\n")}\n\n${end}\n`
}

const written = ({ rows, title }: Rows): string => {
  const lines = rows.map(({ name, note, verdict }) => `| \`${name}\` | ${verdict} | ${cell(note)} |`)
  return `## ${title}\n\n| name | | how, or why |\n| --- | --- | --- |\n${lines.join("\n")}`
}

const cell = (note: string): string => note.replaceAll("|", "\\|")

const line = new RegExp(`^\\| \`([^\`]+)\` +\\| (${verdicts.join("|")}) +\\| (.*)\\|$`)

/** The rows of the page, by table and name. */
export const rowsOf = (text: string): Readonly<Record<string, Row>> => {
  const rows: Record<string, Row> = {}
  let title = ""
  for (const each of text.slice(text.indexOf(begin)).split("\n")) {
    title = /^## (.+)$/.exec(each)?.[1] ?? title
    const [, name, verdict, note = ""] = line.exec(each) ?? []
    const known = verdicts.find((one): one is Verdict => one === verdict)
    if (name === undefined || known === undefined) continue
    rows[`${title} ${name}`] = { name, verdict: known, note: note.trim().replaceAll("\\|", "|") }
  }
  return rows
}
