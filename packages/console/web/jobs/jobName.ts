/** What a job is called: by its kind, its site and its prompt. */
import type { Job } from "./model.ts"

const kinds: Readonly<Record<string, string>> = {
  crawl: "Crawl of",
  batch: "Batch of",
  extract: "Extraction from",
  llmstxt: "llms.txt of",
  agent: "Agent:",
  deepResearch: "Research:",
  monitorCheck: "Check of"
}

/** Longer prompts are cut: a name is read in a list. */
const maxName = 80

const shortened = (text: string): string => (text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text)

/** An address as people say it: without scheme and slash at the end. */
export const siteOf = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/\/$/, "")

export const jobName = ({ id, kind, origin, prompt }: Pick<Job, "id" | "kind" | "origin" | "prompt">): string => {
  const about = origin === "" ? (prompt ?? id) : siteOf(origin)
  return shortened(`${kinds[kind] ?? kind} ${about}`)
}

/** The prompt, where the name does not say it already. */
export const promptOf = ({ origin, prompt }: Pick<Job, "origin" | "prompt">): string | undefined =>
  origin === "" || prompt === undefined ? undefined : shortened(prompt)
