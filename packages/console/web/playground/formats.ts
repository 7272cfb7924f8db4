/** Formats as they are chosen: by what they are about, and with what some of them need. */
import type { FormatDetails } from "./Draft.ts"

export interface FormatText {
  readonly label: string
  /** The older name of another: not offered. */
  readonly isOlderName?: boolean
}

export const formatGroups: ReadonlyArray<{
  readonly title: string
  readonly formats: Readonly<Record<string, FormatText>>
}> = [
  {
    title: "Content",
    formats: {
      markdown: { label: "Markdown" },
      html: { label: "HTML" },
      rawHtml: { label: "Raw HTML" },
      summary: { label: "Summary" },
      chunks: { label: "Chunks" }
    }
  },
  {
    title: "Data",
    formats: {
      json: { label: "JSON by schema" },
      question: { label: "Answer to a question" },
      highlights: { label: "Highlights" },
      query: { label: "Query", isOlderName: true },
      links: { label: "Links" },
      images: { label: "Images" },
      attributes: { label: "Attributes" },
      product: { label: "Product" },
      menu: { label: "Menu" },
      branding: { label: "Branding" },
      changeTracking: { label: "Changes" }
    }
  },
  { title: "Page", formats: { screenshot: { label: "Screenshot" }, mainContentReport: { label: "Left out" } } }
]

const texts = new Map(formatGroups.flatMap(({ formats }) => Object.entries(formats)))

export const formatLabel = (name: string): string => texts.get(name)?.label ?? name

/** A format of the application, which this page has no group for. */
export const isOther = (name: string): boolean => !texts.has(name)

/** A format with what it needs; throws where the schema is no JSON. */
export const formatOf = (name: string, details: FormatDetails): unknown => {
  switch (name) {
    case "json":
      return {
        type: name,
        ...(details.schema.trim() === "" ? {} : { schema: JSON.parse(details.schema) as unknown }),
        ...(details.prompt === "" ? {} : { prompt: details.prompt })
      }
    case "changeTracking":
      return { type: name, modes: ["git-diff"] }
    case "screenshot":
      return { type: name, fullPage: details.fullPage }
    case "question":
      return { type: name, question: details.question }
    case "highlights":
      return { type: name, query: details.highlights }
    case "query":
      return { type: name, prompt: details.query }
    case "attributes":
      return { type: name, selectors: details.attributes.filter(({ selector }) => selector !== "") }
    default:
      return name
  }
}
