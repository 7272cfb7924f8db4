/**
 * Notebooks (Jupyter, nbformat 3 and 4): text cells as they are, code with its language, and what the code printed. The
 * Markdown is that of the notebook itself.
 */
import { readMarkdown } from "@orbweaver/core/internal/reading/readMarkdown"
import { atOnce } from "@orbweaver/core/internal/support/steps"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText } from "../bytes/decodeText.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"

type Json = Readonly<Record<string, unknown>>

/** Characters of one output. */
const maxOutput = 20_000
/** Characters of the Markdown. */
const maxLength = 10_000_000
/** Levels of brackets; outputs of programs have some of their own. */
const maxDepth = 500
/** Characters of a picture in Base64. */
const maxPicture = 1_500_000

export const readNotebook: Reader = async ({ bytes, charset, url }, { caps, pictures }): Promise<Parsed> => {
  const { text, warnings: decoded } = await decodeText(bytes, charset)
  const notebook = parse(text)
  const metadata = record(notebook["metadata"])
  const cells = cellsOf(notebook)
  if (cells === undefined) throw damaged("it has no cells")
  const language = languageOf(metadata, cells)
  const cut = { outputs: 0, pictures: 0 }
  const parts: Array<string> = []
  let length = 0
  let read = 0
  for (const cell of cells.slice(0, caps.maxRows)) {
    if (length > maxLength) break
    read++
    for (const part of cellMarkdown(cell, language, pictures === true, cut)) {
      parts.push(part)
      length += part.length
    }
  }
  const { warnings = [], ...made } = atOnce(readMarkdown(parts.join("\n\n"), new URL(url)))
  const title = string(metadata["title"])
  return {
    source: text,
    ...made,
    metadata: {
      ...(title === "" ? {} : { title }),
      ...(language === "" ? {} : { programmingLanguage: language }),
      numCells: read
    },
    warnings: [
      ...decoded,
      ...warnings,
      ...(parts.length === 0 ? ["The notebook has no text and no code."] : []),
      ...(read < cells.length ? [`Only the first ${read} of ${cells.length} cells were read.`] : []),
      ...(cut.outputs > 0 ? [`Outputs longer than ${maxOutput} characters are cut (${cut.outputs}).`] : []),
      ...(cut.pictures > 0
        ? [
            `Pictures of outputs are left out (${cut.pictures}): parsers: [{ type: "notebook", pictures: true }] shows those up to ${maxPicture} characters.`
          ]
        : [])
    ]
  }
}

const parse = (text: string): Json => {
  if (depthOf(text) > maxDepth) throw damaged(`it is nested deeper than ${maxDepth} levels`)
  try {
    return record(JSON.parse(text.replace(/^\ufeff/, "")))
  } catch {
    throw damaged("it is no valid JSON")
  }
}

/** How deep brackets stand in brackets, which a parser would hold all at once. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === backslash) at++
    } else if (code === openList || code === openObject) deepest = Math.max(deepest, ++depth)
    else if (code === closeList || code === closeObject) depth--
  }
  return deepest
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Format 3 puts the cells into worksheets. */
const cellsOf = (notebook: Json): ReadonlyArray<Json> | undefined => {
  const { cells, worksheets } = notebook
  if (Array.isArray(cells)) return cells.map(record)
  if (!Array.isArray(worksheets)) return undefined
  return worksheets.flatMap((sheet) => {
    const own = record(sheet)["cells"]
    return Array.isArray(own) ? own.map(record) : []
  })
}

const languageOf = (metadata: Json, cells: ReadonlyArray<Json>): string => {
  const named =
    string(record(metadata["language_info"])["name"]) ||
    string(record(metadata["kernelspec"])["language"]) ||
    string(cells.find((cell) => cell["language"] !== undefined)?.["language"])
  return /^[\w+#.-]{1,40}$/.test(named) ? named.toLowerCase() : ""
}

interface Cut {
  outputs: number
  pictures: number
}

function* cellMarkdown(cell: Json, language: string, pictures: boolean, cut: Cut): Generator<string> {
  const source = lines(cell["source"] ?? cell["input"])
    .slice(0, maxLength)
    .trimEnd()
  switch (cell["cell_type"]) {
    case "markdown": {
      const text = pictures ? withAttachments(source, record(cell["attachments"])) : source
      if (text.trim() !== "") yield text
      return
    }
    case "heading": {
      const level = Math.min(6, Math.max(1, Number(cell["level"]) || 1))
      if (source.trim() !== "") yield `${"#".repeat(level)} ${source.trim()}`
      return
    }
    case "code": {
      // A first line such as `%%bash` says what the cell is written in.
      const magic = /^%%(bash|sh|html|javascript|js|latex|perl|ruby|R|sql|writefile|markdown)\b/.exec(source)?.[1]
      if (source.trim() !== "")
        yield fenced(source, magic === undefined || magic === "writefile" ? language : magic.toLowerCase())
      const { outputs } = cell
      if (Array.isArray(outputs)) yield* outputsMarkdown(outputs.map(record), pictures, cut)
      return
    }
    default:
      if (source.trim() !== "") yield fenced(source, "")
  }
}

function* outputsMarkdown(outputs: ReadonlyArray<Json>, pictures: boolean, cut: Cut): Generator<string> {
  let stream = ""
  const flush = (): string | undefined => {
    const text = stream.trimEnd()
    stream = ""
    return text === "" ? undefined : fenced(cutOutput(text, cut), "")
  }
  for (const output of outputs) {
    if (output["output_type"] === "stream") {
      stream += lines(output["text"]).slice(0, maxOutput + 1)
      continue
    }
    const before = flush()
    if (before !== undefined) yield before
    const text = outputMarkdown(output, pictures, cut)
    if (text !== undefined) yield text
  }
  const rest = flush()
  if (rest !== undefined) yield rest
}

const outputMarkdown = (output: Json, pictures: boolean, cut: Cut): string | undefined => {
  if (output["output_type"] === "error" || output["output_type"] === "pyerr") {
    const trace = Array.isArray(output["traceback"]) ? output["traceback"].map(string).join("\n") : ""
    const text = withoutColours(trace === "" ? `${string(output["ename"])}: ${string(output["evalue"])}` : trace)
    return fenced(cutOutput(text.trimEnd(), cut), "")
  }
  // Format 3 has the kinds beside the output itself.
  const data = output["data"] === undefined ? output : record(output["data"])
  const picture = pictureOf(data)
  const markdown = lines(data["text/markdown"]).trim()
  const latex = lines(data["text/latex"] ?? data["latex"]).trim()
  const plain = withoutColours(lines(data["text/plain"] ?? data["text"])).trimEnd()
  if (picture !== undefined) {
    if (pictures && picture.length <= maxPicture) return `![output](${picture})`
    cut.pictures++
    return plain === "" || isObjectName(plain) ? undefined : fenced(cutOutput(plain, cut), "")
  }
  if (markdown !== "") return cutOutput(markdown, cut)
  if (latex !== "") return cutOutput(latex, cut)
  return plain === "" ? undefined : fenced(cutOutput(plain, cut), "")
}

/** What Python prints of an object that is shown otherwise. */
const isObjectName = (text: string): boolean => /^<[^<>]{1,300}>$/.test(text) || /^\[<[^<>]{1,300}>\]$/.test(text)

const pictureOf = (data: Json): string | undefined => {
  for (const type of ["image/png", "image/jpeg", "image/gif", "image/webp"]) {
    const content = lines(data[type] ?? data[type.slice("image/".length)]).replaceAll(/\s/g, "")
    if (content !== "" && /^[\w+/=]{1,64}/.test(content)) return `data:${type};base64,${content}`
  }
  const svg = lines(data["image/svg+xml"] ?? data["svg"])
  return svg === "" ? undefined : `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}

/** Pictures that a text cell brings along. */
const withAttachments = (text: string, attachments: Json): string =>
  text.replaceAll(/\(attachment:([^()\s]{1,200})\)/g, (whole, name: string) => {
    const picture = pictureOf(record(attachments[name]))
    return picture === undefined || picture.length > maxPicture ? whole : `(${picture})`
  })

const cutOutput = (text: string, cut: Cut): string => {
  if (text.length <= maxOutput) return text
  cut.outputs++
  return `${text.slice(0, maxOutput)}…`
}

/** Colours of a terminal (ECMA-48, SGR and its neighbours). */
const withoutColours = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the escape character begins them
  text.replaceAll(/\u001b\[[\d;?]{0,40}[A-Za-z]/g, "")

const fenced = (text: string, language: string): string => {
  let longest = 2
  for (let at = text.indexOf("```"); at >= 0; at = text.indexOf("```", at)) {
    const from = at
    while (text[at] === "`") at++
    longest = Math.max(longest, at - from)
  }
  // A longer fence would be no fence for most readers; tildes are one as long as the text has none.
  const fence = longest < maxFence ? "`".repeat(longest + 1) : "~".repeat(maxFence)
  return `${fence}${language}\n${text}\n${fence}`
}

const maxFence = 100

/** A text, or its lines in a list. */
const lines = (value: unknown): string =>
  Array.isArray(value) ? value.map(string).join("") : typeof value === "string" ? value : ""

const string = (value: unknown): string => (typeof value === "string" ? value : "")

const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}
