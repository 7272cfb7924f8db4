/** What a request answered, in tabs. */
import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"
import {
  duration,
  JsonTree,
  number,
  Picture,
  Problem,
  Raw,
  SafeLink,
  type Tab,
  TableHead,
  Tabs,
  useLoad,
  useSigned
} from "../ui.tsx"
import { framed } from "./frame.ts"
import { Markdown } from "./Markdown.tsx"

export type PageDocument = ConsoleAnswer<"explain">["data"]

const shownFields = new Set([
  "markdown",
  "html",
  "rawHtml",
  "links",
  "images",
  "screenshot",
  "chunks",
  "changeTracking",
  "mainContentReport",
  "metadata",
  "warning"
])

export const Frame = ({ html, title }: { readonly html: string; readonly title: string }) => {
  const source = useMemo(() => framed(html), [html])
  return <iframe class="page" title={title} sandbox="" srcdoc={source} />
}

const Links = ({ links }: { readonly links: ReadonlyArray<string> }) => (
  <ol class="links">
    {links.slice(0, 2000).map((link) => (
      <li>
        <SafeLink url={link} />
      </li>
    ))}
  </ol>
)

const Images = ({ images }: { readonly images: ReadonlyArray<string> }) => (
  <ul class="images">
    {images.slice(0, 500).map((image) => (
      <li>
        <Picture url={image} alt="" />
        <SafeLink url={image} />
      </li>
    ))}
  </ul>
)

const Screenshot = ({ source }: { readonly source: string }) =>
  source.startsWith("data:image/") || URL.parse(source)?.origin === location.origin ? (
    <img class="screenshot" src={source} alt="Screenshot of the page" />
  ) : (
    <SafeLink url={source} text="The screenshot" />
  )

interface Phase {
  readonly name: string
  readonly tookMs: number
}

/** What the time went into: waiting for a slot, each attempt, and formats with the way to here. */
export const phasesOf = ({ metadata }: PageDocument, tookMs: number): ReadonlyArray<Phase> => {
  const waited = Number(metadata["concurrencyQueueDurationMs"] ?? 0)
  // A cached page tells of attempts that were made when it was captured.
  const attempts = metadata.cacheState === "hit" ? [] : (metadata.outcome?.attempts ?? [])
  const captured = attempts.reduce((sum, attempt) => sum + attempt.tookMs, 0)
  return [
    ...(waited === 0 ? [] : [{ name: "waiting for a slot", tookMs: waited }]),
    ...(metadata.cacheState === "hit" ? [{ name: "page from the cache", tookMs: 0 }] : []),
    ...attempts.map(({ engine, kind, proxy, tookMs: took }, at) => ({
      name: `attempt ${at + 1}: ${engine}, ${proxy}, ${kind}`,
      tookMs: took
    })),
    { name: "formats, answer and way here", tookMs: Math.max(0, tookMs - waited - captured) }
  ]
}

const Timings = ({ document, tookMs }: { readonly document: PageDocument; readonly tookMs: number }) => (
  <table class="timings">
    <caption>Time by phase; {duration(tookMs)} in all</caption>
    <TableHead columns={["Phase", "Time", "Share"]} />
    <tbody>
      {phasesOf(document, tookMs).map(({ name, tookMs: took }) => (
        <tr>
          <th scope="row">{name}</th>
          <td>{duration(took)}</td>
          <td>
            <progress max={Math.max(1, tookMs)} value={took} aria-label={name} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The page with what main content left out marked by the rule that did. */
const Explained = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => {
  const { api } = useSigned()
  const { error, value } = useLoad(
    (signal) => api.console<"explain">("explain", { method: "POST", body, signal }),
    JSON.stringify(body),
    { retries: false }
  )
  const report = value?.data.mainContentReport ?? []
  const source = useMemo(
    () => (value === undefined ? "" : framed(value.data.rawHtml ?? "", value.data.mainContentReport)),
    [value]
  )
  if (error !== undefined) return <Problem error={error} />
  if (value === undefined) return <p class="quiet">Looking at the page again…</p>
  return (
    <div class="explained">
      <iframe class="page" title="The page, with what was left out marked" sandbox="" srcdoc={source} />
      <div>
        <h3>Left out: {report.length}</h3>
        <p class="quiet">Outlined parts of the page are not in the result; each carries the name of its rule.</p>
        <ul class="cuts">
          {report.map(({ characters, path, reason, rule, sample }) => (
            <li>
              <strong>{rule}</strong> <span class="quiet">{number(characters)} characters</span>
              <div>{reason}</div>
              <code dir="ltr">{path}</code>
              <blockquote dir="auto">{sample}</blockquote>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const has = (value: unknown): boolean => value !== undefined && value !== null

/** Tabs of one document, in the order in which people look. */
export const documentTabs = (
  document: PageDocument,
  tookMs?: number,
  explain?: Readonly<Record<string, unknown>>
): ReadonlyArray<Tab> => {
  const { changeTracking, chunks, html, images, links, markdown, metadata, rawHtml, screenshot } = document
  const more = Object.entries(document).filter(([name, value]) => !shownFields.has(name) && has(value))
  const tab = (id: string, label: string, isThere: boolean, content: () => ComponentChildren): ReadonlyArray<Tab> =>
    isThere ? [{ id, label, content }] : []
  return [
    ...tab("markdown", "Markdown", has(markdown), () => <Markdown text={markdown!} />),
    ...tab("raw", "Markdown source", has(markdown), () => <Raw text={markdown!} label="Markdown source" />),
    ...tab("html", "HTML", has(html), () => <Frame html={html!} title="HTML of the page" />),
    ...tab("rawHtml", "Raw HTML", has(rawHtml), () => <Raw text={rawHtml!} label="Raw HTML" />),
    ...tab("links", `Links (${links?.length ?? 0})`, has(links), () => <Links links={links!} />),
    ...tab("images", `Images (${images?.length ?? 0})`, has(images), () => <Images images={images!} />),
    ...more.map(([name, value]): Tab => ({
      id: `field-${name}`,
      label: name === "json" ? "JSON" : name,
      content: () =>
        typeof value === "string" ? <Raw text={value} label={name} /> : <JsonTree name={name} value={value} open />
    })),
    ...tab("screenshot", "Screenshot", has(screenshot), () => <Screenshot source={screenshot!} />),
    ...tab("chunks", `Chunks (${chunks?.length ?? 0})`, has(chunks), () => (
      <ol class="chunks">
        {chunks!.slice(0, 500).map(({ headings, text, tokens }) => (
          <li>
            <span class="quiet">
              {number(tokens)} tokens {headings.join(" › ")}
            </span>
            <pre dir="auto">{text}</pre>
          </li>
        ))}
      </ol>
    )),
    ...tab("changes", "Changes", has(changeTracking), () => (
      <div>
        <p>
          Since the last scrape: <strong>{changeTracking!.changeStatus}</strong>
        </p>
        {changeTracking!.diff?.text === undefined ? null : <Raw text={changeTracking!.diff.text} label="Difference" />}
        <JsonTree value={changeTracking} open />
      </div>
    )),
    ...tab("explain", "Kept and left out", explain !== undefined, () => <Explained body={explain!} />),
    { id: "metadata", label: "Metadata", content: () => <JsonTree value={metadata} open /> },
    ...tab("timings", "Timings", tookMs !== undefined, () => <Timings document={document} tookMs={tookMs!} />)
  ]
}

export const DocumentView = ({
  document,
  explain,
  tookMs
}: {
  readonly document: PageDocument
  readonly tookMs?: number
  readonly explain?: Readonly<Record<string, unknown>>
}) => (
  <div>
    {document.warning === undefined ? null : <p class="note">{document.warning}</p>}
    <Tabs label="Result" tabs={documentTabs(document, tookMs, explain)} />
  </div>
)
