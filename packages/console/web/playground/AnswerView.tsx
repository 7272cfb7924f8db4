/** What a request answered: a page, addresses, hits or data. */
import { JsonTree } from "../kit/JsonTree.tsx"
import { ResultBar } from "../kit/ResultBar.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { Tabs } from "../kit/Tabs.tsx"
import { counted, duration } from "../kit/text.ts"
import type { Asked } from "./request.ts"
import { DocumentView, type PageDocument } from "../document/DocumentView.tsx"

export interface Answer {
  readonly asked: Asked
  readonly tookMs: number
  readonly value: unknown
}

interface Hit {
  readonly url?: string
  readonly title?: string
  readonly description?: string
}

/** As many as a reader looks through; all are in the whole answer. */
const maxHits = 2000

const PageAnswer = ({
  asked,
  document,
  tookMs
}: Pick<Answer, "asked" | "tookMs"> & { readonly document: PageDocument }) => {
  const { cacheState, creditsUsed, statusCode, title } = document.metadata
  return (
    <div class="stack">
      <div>
        <h2 dir="auto">{title ?? asked.target}</h2>
        <p class="quiet small-text">
          {[
            statusCode,
            duration(tookMs),
            cacheState === undefined ? undefined : `cache ${cacheState}`,
            creditsUsed === undefined ? undefined : counted(creditsUsed, "credit")
          ]
            .filter((part) => part !== undefined)
            .join(" · ")}
        </p>
      </div>
      {(statusCode ?? 0) >= 400 ? (
        <p class="problem">The site answered with status {statusCode}: what follows is its error page.</p>
      ) : null}
      <DocumentView
        document={document}
        tookMs={tookMs}
        {...(asked.mode === "scrape" ? { explain: { url: asked.target, ...asked.options } } : {})}
      />
    </div>
  )
}

const Hits = ({ hits }: { readonly hits: ReadonlyArray<string | Hit> }) => (
  <ol class="links">
    {hits.slice(0, maxHits).map((hit, at) => {
      const { description, title, url = "" } = typeof hit === "string" ? { url: hit } : hit
      return (
        <li key={at}>
          <SafeLink url={url} {...(title === undefined ? {} : { text: title })} />
          {description === undefined ? null : <div dir="auto">{description}</div>}
          {title === undefined ? null : <div class="quiet small-text">{url}</div>}
        </li>
      )
    })}
  </ol>
)

const addressOf = (hit: string | Hit): string => (typeof hit === "string" ? hit : (hit.url ?? ""))

const Whole = ({ value }: { readonly value: unknown }) => (
  <>
    <ResultBar file="answer.json" type="application/json" text={JSON.stringify(value, null, 2)} />
    <JsonTree value={value} open />
  </>
)

export const AnswerView = ({ answer: { asked, tookMs, value } }: { readonly answer: Answer }) => {
  const { data, links } = value as { readonly data?: unknown; readonly links?: ReadonlyArray<string | Hit> }
  if (asked.mode === "scrape" || asked.mode === "parse") {
    return <PageAnswer asked={asked} tookMs={tookMs} document={data as PageDocument} />
  }
  if (asked.mode === "extract") {
    return (
      <div class="stack">
        <div>
          <h2>Extraction</h2>
          <p class="quiet small-text">{duration(tookMs)}</p>
        </div>
        <Tabs
          label="Result"
          tabs={[
            { id: "data", label: "Data", content: () => <Whole value={data ?? value} /> },
            { id: "whole", label: "Whole answer", content: () => <Whole value={value} /> }
          ]}
        />
      </div>
    )
  }
  const hits = (
    asked.mode === "map" ? (links ?? []) : Object.values((data ?? {}) as Record<string, unknown>).flat()
  ) as ReadonlyArray<string | Hit>
  return (
    <div class="stack">
      <div>
        <h2>{asked.mode === "map" ? counted(hits.length, "address", "addresses") : counted(hits.length, "hit")}</h2>
        <p class="quiet small-text">{duration(tookMs)}</p>
      </div>
      <Tabs
        label="Result"
        tabs={[
          {
            id: "list",
            label: asked.mode === "map" ? "Addresses" : "Hits",
            content: () => (
              <>
                <ResultBar file="addresses.txt" text={hits.map(addressOf).join("\n")} />
                <Hits hits={hits} />
              </>
            )
          },
          { id: "whole", label: "Whole answer", content: () => <Whole value={value} /> }
        ]}
      />
    </div>
  )
}
