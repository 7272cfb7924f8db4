/** What is known of one page, in two levels of tabs: what it is about, and then how it is shown. */
import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import { JsonTree } from "../kit/JsonTree.tsx"
import { Picture } from "../kit/Picture.tsx"
import { Raw } from "../kit/Raw.tsx"
import { ResultBar } from "../kit/ResultBar.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { type Tab, Tabs } from "../kit/Tabs.tsx"
import { counted, number } from "../kit/text.ts"
import { BrandingView } from "./BrandingView.tsx"
import { Difference } from "./Difference.tsx"
import { Explained } from "./Explained.tsx"
import { framed } from "./frame.ts"
import { Markdown } from "./Markdown.tsx"
import { MenuView } from "./MenuView.tsx"
import { MetadataTable } from "./MetadataTable.tsx"
import { ProductView } from "./ProductView.tsx"
import { Timings } from "./Timings.tsx"
import type { ChangeTracking, PageDocument } from "./types.ts"
import "./document.css"

export type { PageDocument } from "./types.ts"

const Frame = ({ html, title }: { readonly html: string; readonly title: string }) => {
  const source = useMemo(() => framed(html), [html])
  return <iframe class="page" title={title} sandbox="" srcdoc={source} />
}

/** As many as a reader looks through; all are copied and downloaded. */
const maxLinks = 2000
const maxImages = 500
const maxChunks = 500

const Links = ({ links }: { readonly links: ReadonlyArray<string> }) => (
  <ol class="links">
    {links.slice(0, maxLinks).map((link, at) => (
      <li key={at}>
        <SafeLink url={link} />
      </li>
    ))}
  </ol>
)

const Images = ({ images }: { readonly images: ReadonlyArray<string> }) => (
  <ul class="images">
    {images.slice(0, maxImages).map((image, at) => (
      <li key={at}>
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

const Chunks = ({ chunks }: { readonly chunks: NonNullable<PageDocument["chunks"]> }) => (
  <ol class="chunks">
    {chunks.slice(0, maxChunks).map(({ headings, id, text, tokens }) => (
      <li key={id}>
        <span class="quiet small-text">
          {number(tokens)} tokens {headings.join(" › ")}
        </span>
        <pre dir="auto">{text}</pre>
      </li>
    ))}
  </ol>
)

const Changes = ({ changes: { changeStatus, diff, json } }: { readonly changes: ChangeTracking }) => (
  <div class="stack">
    <p>
      Since the last scrape: <strong>{changeStatus}</strong>
    </p>
    {diff === undefined || diff.text === "" ? null : <Difference text={diff.text} />}
    {json === undefined ? null : <JsonTree name="fields" value={json} open />}
  </div>
)

const Quotes = ({ text }: { readonly text: string }) => (
  <div class="stack">
    {text.split(/\n{2,}/).map((quote, at) => (
      <blockquote key={at} class="quote" dir="auto">
        {quote.replace(/^>\s?/gm, "")}
      </blockquote>
    ))}
  </div>
)

const Attributes = ({ attributes }: { readonly attributes: NonNullable<PageDocument["attributes"]> }) => (
  <table class="metadata">
    <tbody>
      {attributes.map(({ attribute, selector, values }) => (
        <tr key={`${selector} ${attribute}`}>
          <th scope="row">
            <code>
              {selector} [{attribute}]
            </code>
          </th>
          <td>
            {counted(values.length, "value")}
            <JsonTree value={values} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const has = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

/** A tab whose text can be copied and saved. */
interface Shown {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly file: string
  readonly type?: string
  readonly note?: string
  readonly content: () => ComponentChildren
}

const withBar = ({ content, file, id, label, note, text, type }: Shown): Tab => ({
  id,
  label,
  content: () => (
    <>
      <ResultBar file={file} text={text} {...(type === undefined ? {} : { type })}>
        {note}
      </ResultBar>
      {content()}
    </>
  )
})

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const json = (id: string, label: string, value: unknown, content: () => ComponentChildren): ReadonlyArray<Tab> =>
  has(value) ? [withBar({ id, label, text: pretty(value), file: `${id}.json`, type: "application/json", content })] : []

const text = (
  id: string,
  label: string,
  file: string,
  value: string | undefined,
  content: (value: string) => ComponentChildren
): ReadonlyArray<Tab> =>
  value === undefined
    ? []
    : [
        withBar({
          id,
          label,
          text: value,
          file,
          note: counted(value.length, "character"),
          // What was asked for and is empty is said; its tab does not go missing.
          content: () => (value === "" ? <p class="quiet">The page has none.</p> : content(value))
        })
      ]

const raw = (label: string) => (value: string) => <Raw text={value} label={label} />

const contentTabs = ({ chunks, html, markdown, rawHtml, summary }: PageDocument): ReadonlyArray<Tab> => [
  ...text("markdown", "Rendered", "page.md", markdown, (value) => <Markdown text={value} />),
  ...text("raw", "Markdown", "page.md", markdown, raw("Markdown source")),
  ...text("summary", "Summary", "summary.txt", summary, (value) => <Markdown text={value} />),
  ...text("html", "HTML", "page.html", html, (value) => <Frame html={value} title="HTML of the page" />),
  ...text("htmlSource", "HTML source", "page.html", html, raw("HTML source")),
  ...text("rawHtml", "Raw HTML", "raw.html", rawHtml, raw("Raw HTML")),
  ...json("chunks", `Chunks (${chunks?.length ?? 0})`, chunks, () => <Chunks chunks={chunks!} />)
]

/** Fields that have a tab of their own somewhere. */
const shownFields = new Set([
  "markdown",
  "html",
  "rawHtml",
  "summary",
  "chunks",
  "json",
  "answer",
  "highlights",
  "product",
  "menu",
  "changeTracking",
  "links",
  "images",
  "branding",
  "attributes",
  "screenshot",
  "mainContentReport",
  "metadata",
  "timings",
  "warning"
])

const dataTabs = (document: PageDocument): ReadonlyArray<Tab> => {
  const { answer, attributes, branding, changeTracking, highlights, images, links, menu, product } = document
  const others = Object.entries(document).filter(([name, value]) => !shownFields.has(name) && has(value))
  const lines = (items: ReadonlyArray<string> | undefined) => items?.join("\n")
  return [
    ...json("json", "JSON", document.json, () => <JsonTree name="json" value={document.json} open />),
    ...text("answer", "Answer", "answer.txt", answer, (value) => <Markdown text={value} />),
    ...text("highlights", "Highlights", "highlights.txt", highlights, (value) => <Quotes text={value} />),
    ...json("product", "Product", product, () => <ProductView product={product!} />),
    ...json("menu", "Menu", menu, () => <MenuView menu={menu!} />),
    ...json("changes", "Changes", changeTracking, () => <Changes changes={changeTracking!} />),
    ...text("links", `Links (${links?.length ?? 0})`, "links.txt", lines(links), () => <Links links={links!} />),
    ...text("images", `Images (${images?.length ?? 0})`, "images.txt", lines(images), () => (
      <Images images={images!} />
    )),
    ...json("branding", "Branding", branding, () => <BrandingView branding={branding!} />),
    ...json("attributes", "Attributes", attributes, () => <Attributes attributes={attributes!} />),
    ...others.flatMap(([name, value]) => json(name, name, value, () => <JsonTree name={name} value={value} open />))
  ]
}

type Explain = Readonly<Record<string, unknown>>

const pageTabs = ({ metadata, screenshot }: PageDocument, explain: Explain | undefined): ReadonlyArray<Tab> => [
  ...(has(screenshot)
    ? [{ id: "screenshot", label: "Screenshot", content: () => <Screenshot source={screenshot!} /> }]
    : []),
  ...(explain === undefined
    ? []
    : [{ id: "explain", label: "Kept and left out", content: () => <Explained body={explain} /> }]),
  ...json("metadata", "Metadata", metadata, () => <MetadataTable metadata={metadata} />)
]

const diagnosticTabs = (document: PageDocument, tookMs: number | undefined): ReadonlyArray<Tab> => [
  { id: "timings", label: "Timings", content: () => <Timings document={document} tookMs={tookMs} /> },
  ...json("whole", "Whole answer", document, () => <JsonTree value={document} open />)
]

/** Groups that have something to show; each with its tabs. */
const groupsOf = (document: PageDocument, tookMs: number | undefined, explain: Explain | undefined) =>
  [
    { id: "content", label: "Content", tabs: contentTabs(document) },
    { id: "data", label: "Data", tabs: dataTabs(document) },
    { id: "page", label: "Page", tabs: pageTabs(document, explain) },
    { id: "diagnostics", label: "Diagnostics", tabs: diagnosticTabs(document, tookMs) }
  ].filter(({ tabs }) => tabs.length > 0)

export const DocumentView = ({
  document,
  explain,
  tookMs
}: {
  readonly document: PageDocument
  readonly tookMs?: number
  /** Body of the request that the page is asked for again with, to see what was left out. */
  readonly explain?: Explain
}) => (
  <div class="stack">
    {document.warning === undefined ? null : <p class="note">{document.warning}</p>}
    <Tabs
      label="Result"
      tabs={groupsOf(document, tookMs, explain).map(({ id, label, tabs }) => ({
        id,
        label,
        content: () => <Tabs label={label} look="pill" tabs={tabs} />
      }))}
    />
  </div>
)
