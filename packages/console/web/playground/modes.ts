/** What the playground can do. `target` names its input. */
import type { Mode } from "./request.ts"

interface ModeText {
  readonly label: string
  readonly target: string
  readonly placeholder: string
  /** What is said while it runs. */
  readonly doing: string
}

export const modes: Readonly<Record<Mode, ModeText>> = {
  scrape: { label: "Scrape", target: "Address of the page", placeholder: "https://example.com", doing: "Scraping" },
  crawl: { label: "Crawl", target: "Address to start from", placeholder: "https://example.com", doing: "Starting" },
  map: { label: "Map", target: "Address of the site", placeholder: "https://example.com", doing: "Mapping" },
  search: { label: "Search", target: "Search for", placeholder: "words", doing: "Searching for" },
  extract: {
    label: "Extract",
    target: "Addresses, one a line; /* at the end takes the whole site",
    placeholder: "https://example.com/*",
    doing: "Extracting from"
  },
  parse: { label: "Parse a file", target: "File", placeholder: "", doing: "Reading" }
}

export const modeNames = Object.keys(modes) as ReadonlyArray<Mode>

/** Those that every server has. */
export const basicModes: ReadonlySet<Mode> = new Set(["scrape", "parse"])

/** Modes whose request names formats. */
export const hasFormats = (mode: Mode): boolean => mode === "scrape" || mode === "parse" || mode === "crawl"

/** Modes that take the options of a page. */
export const readsPages = (mode: Mode): boolean => hasFormats(mode) || mode === "search"
