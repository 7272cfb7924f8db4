/**
 * What the search of the site finds first. Readers search for tasks: guides come before tables, whole pages before their
 * sections, and neither decisions nor the reference of modules is in the index, which makes it a tenth as large.
 *
 * The functions run in the reader's browser: the build copies their text, so each stands by itself.
 */
/** Pages that are not searched. */
export const isSearched = (file: string): boolean =>
  !/^(?:decisions\/|reference\/modules\/.|compare\/documentation)/.test(file)

/** The text of a page with other words for its subject, which no reader sees. */
export const withOtherWords = (html: string, words: unknown): string =>
  typeof words === "string" ? html.replace("</h1>", `</h1><p>⟦${words}⟧</p>`) : html

/** VitePress gives all of them to MiniSearch, and its type names some. */
const options = {
  fields: ["title", "titles", "text", "alsoKnownAs"],
  extractField: (section: Readonly<Record<string, unknown>>, name: string) => {
    const text = typeof section["text"] === "string" ? section["text"] : ""
    if (name === "text") return text.replace(/⟦.*?⟧/, "")
    return name === "alsoKnownAs" ? (/⟦(.*?)⟧/.exec(text)?.[1] ?? "") : section[name]
  },
  // Words of a question that say nothing about its subject.
  processTerm: (term: string) => {
    const word = term.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    const empty =
      /^(?:a|an|and|are|as|at|be|by|can|do|does|for|from|get|how|i|if|in|into|is|it|its|me|my|of|on|or|that|the|there|this|to|use|want|what|when|where|which|why|with|without|you|your)$/
    if (word === "" || empty.test(word)) return null
    // One word for "proxy" and "proxies", "page" and "pages".
    return word.length > 4 ? word.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : word
  }
}

export const searchOptions = {
  fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
  prefix: (term: string) => term.length > 2,
  // A word itself counts much more than one that begins with it, or is spelled alike.
  weights: { prefix: 0.2, fuzzy: 0.15 },
  boost: { title: 6, alsoKnownAs: 6, titles: 2, text: 1 },
  boostDocument: (id: string, _term: string, { titles }: Readonly<Record<string, unknown>> = {}) =>
    (/\/(?:guide|start)\/(?!upgrading|adapters)/.test(id) ? 2 : /\/reference\/endpoints/.test(id) ? 0.7 : 1) *
    // Single changes between versions speak of every subject.
    (id.includes("/guide/upgrading#") && Array.isArray(titles) && titles.length > 0 ? 0.3 : 1) *
    (id.includes("#") ? 1 : 3)
}

/** Options of MiniSearch, for the index and for questions alike. */
export const miniSearch = { options, searchOptions }
