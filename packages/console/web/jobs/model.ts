/** Jobs and their pages as the server gives them, and what the views make of them. */

export interface Counts {
  readonly queued: number
  readonly active: number
  readonly completed: number
  readonly failed: number
  readonly skipped: number
  readonly cancelled: number
}

export interface Job {
  readonly id: string
  readonly kind: string
  readonly status: "scraping" | "paused" | "completed" | "failed" | "cancelled"
  readonly origin: string
  readonly counts: Counts
  readonly limit?: number
  readonly collecting: boolean
  readonly creditsUsed: number
  readonly key?: string
  readonly error?: string
  readonly warning?: string
  readonly createdAt: number
  readonly finishedAt?: number
}

export interface PageRow {
  readonly page: string
  readonly url: string
  readonly state: keyof Counts
  readonly depth: number
  readonly attempts: number
  readonly foundOn?: string
  readonly reason?: string
  readonly rule?: string
  readonly error?: string
  readonly position?: number
}

export const states: ReadonlyArray<keyof Counts> = ["completed", "active", "queued", "failed", "skipped", "cancelled"]

export const totalOf = (counts: Counts): number => states.reduce((sum, state) => sum + counts[state], 0)

export const isRunning = ({ status }: Pick<Job, "status">): boolean => status === "scraping" || status === "paused"

export const isSettled = ({ state }: PageRow): boolean => state !== "queued" && state !== "active"

/** One folder or page of the tree. */
export interface Node {
  readonly name: string
  readonly path: string
  readonly children: Map<string, Node>
  /** Pages at and below it. */
  pages: number
  readonly outcomes: Record<keyof Counts, number>
  /** Index of the page that stands here. */
  row: number
}

const newNode = (name: string, path: string): Node => ({
  name,
  path,
  children: new Map(),
  pages: 0,
  outcomes: { queued: 0, active: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 },
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
  for (const [index, { state, url }] of rows.entries()) {
    let node = root
    for (const part of partsOf(url)) {
      let next = node.children.get(part)
      if (next === undefined) {
        next = newNode(part, `${node.path}/${part}`)
        node.children.set(part, next)
      }
      next.pages++
      next.outcomes[state]++
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
export const colourOf = ({ depth, state, url }: Pick<PageRow, "depth" | "state" | "url">, by: Colouring): string => {
  if (by === "outcome") return `state-${state}`
  if (by === "depth") return `hue-${depth % 12}`
  return `hue-${hueOf(/^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "")}`
}
