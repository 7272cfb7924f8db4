/** Jobs and their pages as the server gives them, and what the views make of them. */
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"

export type Job = ConsoleAnswer<"job">["job"]
export type Counts = Job["counts"]
export type PageList = Omit<ConsoleAnswer<"jobPages">, "success">
export type PageRow = PageList["pages"][number]

/**
 * What became of an address, to people. The server counts an error page of the site among those that completed, since it
 * has its document; nobody who looks for pages counts it so.
 */
export type Outcome = keyof Counts | "errorPage"

export const outcomes: ReadonlyArray<Outcome> = [
  "completed",
  "active",
  "queued",
  "errorPage",
  "failed",
  "skipped",
  "cancelled"
]

/** Names several pages. */
export const outcomeLabel = (outcome: Outcome): string => (outcome === "errorPage" ? "error pages" : outcome)

export const outcomeOf = ({ state, statusCode = 0 }: Pick<PageRow, "state" | "statusCode">): Outcome =>
  state === "completed" && statusCode >= 400 ? "errorPage" : state

/** What stands in the row of a page: the status of an error page, or the outcome. */
export const outcomeText = (row: Pick<PageRow, "state" | "statusCode">): string =>
  outcomeOf(row) === "errorPage" ? `status ${row.statusCode}` : row.state

export type OutcomeCounts = Readonly<Record<Outcome, number>>

export const outcomeCounts = ({ counts, errorPages }: Pick<Job, "counts" | "errorPages">): OutcomeCounts => ({
  ...counts,
  completed: counts.completed - errorPages,
  errorPage: errorPages
})

export const totalOf = ({ counts }: Pick<Job, "counts">): number =>
  Object.values(counts).reduce((sum: number, count: number) => sum + count, 0)

export const isRunning = ({ status }: Pick<Job, "status">): boolean => status === "scraping" || status === "paused"

export const isSettled = ({ state }: PageRow): boolean => state !== "queued" && state !== "active"

/** One folder or page of the tree. */
export interface Node {
  readonly name: string
  readonly path: string
  readonly children: Map<string, Node>
  /** Pages at and below it. */
  pages: number
  readonly outcomes: Record<Outcome, number>
  /** Index of the page that stands here. */
  row: number
}

const newNode = (name: string, path: string): Node => ({
  name,
  path,
  children: new Map(),
  pages: 0,
  outcomes: { queued: 0, active: 0, completed: 0, errorPage: 0, failed: 0, skipped: 0, cancelled: 0 },
  row: -1
})

/** Longer paths end in one node, so that a hostile address does not make the tree deep. */
const maxDepth = 30

const partsOf = (url: string): ReadonlyArray<string> => {
  const read = /^[a-z]+:\/\/([^/?#]*)([^?#]*)(.*)$/i.exec(url)
  if (read === null) return [url]
  const [, host = "", path = "", query = ""] = read
  const names = path.split("/").filter(Boolean)
  const parts = [host, ...names.slice(0, maxDepth)]
  if (names.length > maxDepth) parts.push(names.slice(maxDepth).join("/"))
  if (query !== "") parts.push(query)
  return parts
}

/** The site as a tree by host and path. */
export const treeOf = (rows: ReadonlyArray<PageRow>): Node => {
  const root = newNode("", "")
  for (const [index, row] of rows.entries()) {
    const outcome = outcomeOf(row)
    let node = root
    for (const part of partsOf(row.url)) {
      let next = node.children.get(part)
      if (next === undefined) {
        next = newNode(part, `${node.path}/${part}`)
        node.children.set(part, next)
      }
      next.pages++
      next.outcomes[outcome]++
      node = next
    }
    node.row = index
  }
  return root
}

export interface VisibleNode {
  readonly node: Node
  readonly level: number
}

/** The nodes to show, from the top: children of open ones only. */
export const visibleNodes = (root: Node, open: ReadonlySet<string>): ReadonlyArray<VisibleNode> => {
  const visible: Array<VisibleNode> = []
  const walk = (node: Node, level: number) => {
    for (const child of node.children.values()) {
      visible.push({ node: child, level })
      if (open.has(child.path)) walk(child, level + 1)
    }
  }
  walk(root, 1)
  return visible
}

/** Which of twelve hues stands for a text; the same for the same text. */
export const hueOf = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0
  return Math.abs(hash) % 12
}

export type Colouring = "outcome" | "depth" | "host"

/** The class of a page's colour. */
export const colourOf = (row: Pick<PageRow, "depth" | "state" | "statusCode" | "url">, by: Colouring): string => {
  if (by === "outcome") return `state-${outcomeOf(row)}`
  if (by === "depth") return `hue-${row.depth % 12}`
  return `hue-${hueOf(/^[a-z]+:\/\/([^/?#]*)/i.exec(row.url)?.[1] ?? "")}`
}
