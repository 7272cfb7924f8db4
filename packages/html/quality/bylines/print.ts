/**
 * How often the date and the authors of a page are right.
 *
 * Two sets: small pages written here after how publishing systems write them, and real pages that are labelled in
 * `labels.json` by reading them. Those lie outside of the project.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { metadataWithSources } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"
import { pages } from "./pages.ts"
import { judge, type Label, type Score, score, share } from "./score.ts"

interface LabelledPage {
  readonly name: string
  readonly url: string
  readonly html: string
  readonly label: Label
}

const realPages = (folder: string): ReadonlyArray<LabelledPage> => {
  const labels: Readonly<Record<string, Label & { readonly url: string }>> = JSON.parse(
    readFileSync(new URL("labels.json", import.meta.url), "utf8")
  )
  return Object.entries(labels).map(([name, label]) => {
    const bytes = readFileSync(join(folder, name))
    return { name, url: label.url, html: (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"), label }
  })
}

const read = ({ html, label, name, url }: LabelledPage) => {
  const { metadata, sources } = metadataWithSources(parse(html), new URL(url))
  return { name, label, metadata, sources, verdict: judge(label, metadata) }
}

const print = (title: string, set: ReadonlyArray<LabelledPage>, all: boolean): void => {
  const results = set.map(read)
  if (all) {
    for (const { label, metadata, name, sources, verdict } of results) {
      const short = name.length > 40 ? `${name.slice(0, 28)}…` : name
      if (verdict.date !== "right")
        console.log(
          `  ${verdict.date}\tdate\t${short}\t${metadata.publishedTime ?? "–"} (${sources.publishedTime ?? ""})\twanted ${label.dates.join(" or ")}`
        )
      if (verdict.author !== "right")
        console.log(
          `  ${verdict.author}\tauthor\t${short}\t${metadata.author ?? "–"} (${sources.author ?? ""})\twanted ${label.authors.join(", ")}`
        )
    }
  }
  const line = (name: string, { labelled, right, total, wrong }: Score): string =>
    `| ${title} | ${name} | ${right} of ${labelled} | ${share(right, labelled)} | ${wrong} of ${total} | ${share(wrong, total)} |`
  console.log(line("dates", score(results.map(({ label, verdict }) => [label.dates, verdict.date]))))
  console.log(line("authors", score(results.map(({ label, verdict }) => [label.authors, verdict.author]))))
}

/** Prints the table of both sets; `folder` is where `labels.json` finds its files, `all` names each page that is not right. */
export const printBylines = ({
  all,
  folder
}: {
  readonly folder?: string | undefined
  readonly all: boolean
}): void => {
  console.log("| pages | value | right | share | wrong | share |\n| --- | --- | --- | --- | --- | --- |")
  print("written here", pages, all)
  if (folder === undefined || !existsSync(folder))
    console.log(
      `\nReal pages are left out: ${folder === undefined ? "no folder was given" : `${folder} does not exist`}. They are no part of the project.`
    )
  else print("real", realPages(folder), all)
}
