/**
 * The layers of the house, said once: the linter, `npm run house` and the tests read them here.
 */

/**
 * Rooms of each package that has several, top floor first, and rooms within a room. A room imports rooms above it only. Files
 * beside the rooms within a room are for all of these.
 */
export const rooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  core: ["model", "support", "network", "reading", "text", "evidence", "accounts", "scrape", "jobs", "crawl", "search"],
  extraction: [
    "model",
    "json",
    "formats",
    "prompts",
    "jobs",
    "extract",
    "llmstxt",
    "research",
    "browse",
    "monitors",
    "agent",
    "kinds",
    "methods"
  ],
  http: ["wire", "gate", "v2", "v1", "features", "doors", "console", "openapi", "server", "client", "hosts"],
  "http/features": [
    "scrape",
    "jobs",
    "methods",
    "batch",
    "crawl",
    "map",
    "search",
    "extract",
    "llmstxt",
    "research",
    "agent",
    "browser",
    "monitors",
    "usage",
    "erasure"
  ],
  orbweaver: [
    "options",
    "pipeline",
    "warc",
    "assembly",
    "sinks",
    "instance",
    "jobs",
    "schedules",
    "mcp",
    "cli",
    "effect",
    "standalone"
  ],
  "orbweaver/cli": ["output", "flags", "stores", "settings", "commands", "program"],
  browser: ["process", "tab", "page", "remote", "intercept", "pool", "render", "script", "layers"],
  html: [
    "tree",
    "query",
    "page",
    "structured",
    "mainContent",
    "markdown",
    "metadata",
    "links",
    "facts",
    "convert",
    "pool",
    "formats"
  ],
  "html/markdown": ["text", "structure", "writer", "rules", "walk"],
  "html/mainContent": ["words", "features", "rules", "model", "select"],
  documents: [
    "model",
    "bytes",
    "markup",
    "plain",
    "rtf",
    "openXml",
    "openDocument",
    "publications",
    "legacy",
    "mail",
    "archive",
    "pdf",
    "kinds",
    "threads",
    "parsers"
  ],
  "documents/pdf": ["file", "text", "pictures", "layout", "parts", "render"]
}

/** Where the rooms lie, relative to the repository: `http/features` are the rooms of a room. */
export const folderOf = (name: string): string => {
  const [workspace, ...inner] = name.split("/")
  return ["packages", workspace, "src", ...inner].join("/")
}

/** Workspace packages that the sources of each package may import; one that is left out imports none. */
export const packageImports: Readonly<Record<string, ReadonlyArray<string>>> = {
  extraction: ["core"],
  testing: ["core"],
  egress: ["core"],
  html: ["core"],
  fetch: ["core", "egress"],
  documents: ["core"],
  browser: ["core", "egress"],
  storage: ["core", "egress"],
  search: ["core"],
  ocr: ["core"],
  ai: ["core", "extraction"],
  http: ["core", "extraction"],
  crawlee: ["core", "egress", "fetch", "browser"],
  agents: ["core"],
  console: []
}

/** Packages for applications that have an instance: they know the assembly, and nothing here knows them. */
export const aboveTheAssembly: ReadonlyArray<string> = ["crawlee", "agents"]
