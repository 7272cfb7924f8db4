// Every way to read a file gives the same: the library, the command line, and `/v2/parse`.
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "orbweaver-kinds-"))
})

afterAll(() => rm(directory, { recursive: true }))

const mail = `From: Ann <ann@example.com>
Subject: Tides
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

High water is at nine.
--b
Content-Type: text/csv; name=tides.csv

day,time
Mon,9
--b--
`

const header =
  "# Tides\n\n**From:** [Ann](mailto:ann@example.com)\n\nHigh water is at nine.\n\n## Attachments\n\n- tides.csv (text/csv, 14 bytes)"

const kinds: ReadonlyArray<readonly [filename: string, content: string | Uint8Array, markdown: string]> = [
  ["letter.eml", mail, header],
  ["box.mbox", `From x Mon\n${mail}\nFrom y Tue\n${mail}`, [header, header].join("\n\n").replaceAll(/^#/gm, "##")],
  ["talk.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello", "[00:01] **Ann:** Hello"],
  ["talk.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n", "[00:01] Hello"],
  ["ann.vcf", "BEGIN:VCARD\nFN:Ann\nTEL;TYPE=work:+1\nEND:VCARD\n", "# Ann\n\n- **Phone (work):** +1"],
  [
    "fair.ics",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20240301\nEND:VEVENT\nEND:VCALENDAR\n",
    "## Fair\n\n- **When:** 2024-03-01"
  ],
  [
    "n.ipynb",
    `{"cells":[{"cell_type":"markdown","source":"See [a](b.md)."},{"cell_type":"code","source":"1"}],"metadata":{"language_info":{"name":"R"}},"nbformat":4}`,
    "See [a](b.md).\n\n```r\n1\n```"
  ],
  ["data.csv.gz", gzipSync("a,b\n1,2\n"), "- data.csv (8 bytes)"]
]

it.each(kinds)(
  "%s is read the same by the library, the command line and the API",
  async (filename, content, markdown) => {
    await using orb = createOrbweaver()
    const library = await orb.parse({ data: content, filename })
    expect(library.markdown).toBe(markdown)

    await writeFile(join(directory, filename), content)
    const { code, stdout } = await runToEnd(["parse", join(directory, filename)])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${markdown}\n` })

    const form = new FormData()
    form.append("file", new Blob([typeof content === "string" ? content : Uint8Array.from(content)]), filename)
    const api = await orb.http()
    const answer = await api.fetch(new Request("http://localhost/v2/parse", { method: "POST", body: form }))
    expect(await answer.json()).toMatchObject({ success: true, data: { markdown } })
  }
)

it("attachments are read on request, in every way", async () => {
  await using orb = createOrbweaver()
  const table = "### tides.csv\n\n| day | time |\n| --- | --- |\n| Mon | 9 |"
  const options = { parsers: [{ type: "mail" as const, attachments: true }] }
  const listed = await orb.parse({ data: mail, filename: "letter.eml" })
  expect(listed.warning).toContain('parsers: [{ type: "mail", attachments: true }] reads them')
  const library = await orb.parse({ data: mail, filename: "letter.eml" }, options)
  expect(library.markdown).toBe(`${header}\n\n${table}`)
  expect(library.warning).toBeUndefined()

  const { stdout } = await runToEnd(["parse", "-", "--attachments"], { stdin: mail })
  expect(stdout).toBe(`${header}\n\n${table}\n`)

  const form = new FormData()
  form.append("file", new Blob([mail]), "letter.eml")
  form.append("options", JSON.stringify(options))
  const api = await orb.http()
  const answer = await api.fetch(new Request("http://localhost/v2/parse", { method: "POST", body: form }))
  expect(await answer.json()).toMatchObject({ data: { markdown: `${header}\n\n${table}` } })
})
