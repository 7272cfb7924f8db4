/**
 * The end of a run into a folder: links between saved pages become relative, and `index.json` lists the pages. What the
 * folder holds is read from its files, so pages of earlier runs, and of one that was killed, take part.
 */
import { open, opendir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"
import { identify } from "@orbweaver/core/model/UrlIdentity"
import * as Effect from "effect/Effect"
import { createLineSpool } from "../../warc/lineSpool.ts"
import { createAtomicFile, writeAtomically } from "../atomicFile.ts"
import { fieldsOf, type PageFields } from "../pageFile.ts"
import { addressOf, type LinkTarget, linkTargets, relativeTarget, replaceTargets } from "./linkTargets.ts"
import { indexName, type PagePaths, picturesName } from "./pagePath.ts"

/** Bytes of a file in which its front matter ends. */
const maxHead = 64 * 1024
/** Largest JSON file whose address is read. */
const maxJson = 16 * 1024 * 1024
/** Addresses that lead to another page, and answers of the file system, that are remembered. */
const maxAliases = 100_000
const maxRemembered = 20_000
const maxDepth = 64

/** `{"version":1,"origin":"https://example.com","pages":[` and a line for each page. */
const indexHead = (origin: string): string => `{"version":1,"origin":${JSON.stringify(origin)},"pages":[`

/** An index without pages, from the first page on: the origin decides where pages of later runs go. */
export const beginIndex = async (folder: string, origin: string): Promise<void> =>
  writeAtomically(join(folder, indexName), `${indexHead(origin)}]}\n`)

/** The origin in the index of an earlier run. */
export const originOf = async (folder: string): Promise<string | undefined> => {
  const head = await readHead(join(folder, indexName))
  const written = /^\{"version":1,"origin":("(?:[^"\\]|\\.)*")/.exec(head ?? "")?.[1]
  return written === undefined ? undefined : (JSON.parse(written) as string)
}

export const finishFolder = async (folder: string, paths: PagePaths): Promise<void> => {
  const pages = createLineSpool("sorted")
  const aliases = new Map<string, string>()
  const file = await createAtomicFile(join(folder, indexName))
  try {
    for await (const path of filesOf(folder, "", 0)) {
      const fields = await readFields(folder, path)
      const url = URL.parse(fields?.url ?? "")
      if (fields === undefined || url === null) continue
      // A file of somebody else, or of a page that has another place.
      if (paths.pathOf(url, path.endsWith(".md") ? ".md" : ".json") !== path) continue
      // A line is sorted by its path.
      await pages.add(`${path}\t${JSON.stringify({ ...fields, file: path })}`)
      const asked = URL.parse(fields.sourceURL ?? "")
      if (asked !== null && aliases.size < maxAliases) aliases.set(identityOf(asked), path)
    }
    const savedAt = makeLookup(folder, paths, aliases)
    let isFirst = true
    await file.append(indexHead(paths.origin))
    for await (const line of pages.lines()) {
      if (line === "") continue
      const [path = "", entry = ""] = line.split("\t", 2)
      await file.append(`${isFirst ? "" : ","}\n${entry}`)
      isFirst = false
      if (path.endsWith(".md")) await relinkPage(folder, path, savedAt)
    }
    await file.append(isFirst ? "]}\n" : "\n]}\n")
  } catch (error) {
    await file.discard()
    throw error
  } finally {
    await pages.close()
  }
  await file.commit()
}

/** Files of pages, as far as their names say: none that begin with a dot. */
async function* filesOf(folder: string, path: string, depth: number): AsyncGenerator<string> {
  for await (const entry of await opendir(join(folder, path))) {
    const { name } = entry
    const below = path === "" ? name : `${path}/${name}`
    if (name.startsWith(".") || below === indexName) continue
    if (entry.isDirectory()) {
      if (below !== picturesName && depth < maxDepth) yield* filesOf(folder, below, depth + 1)
    } else if (entry.isFile() && /\.(?:md|json)$/.test(name)) yield below
  }
}

const readHead = async (path: string): Promise<string | undefined> => {
  const handle = await open(path).catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxHead) })
    return buffer.subarray(0, bytesRead).toString()
  } finally {
    await handle.close()
  }
}

const readFields = async (folder: string, path: string): Promise<PageFields | undefined> => {
  const place = join(folder, path)
  if (path.endsWith(".md")) return fieldsOf((await readHead(place)) ?? "")
  try {
    if ((await stat(place)).size > maxJson) return undefined
    const document = JSON.parse(await readFile(place, "utf8")) as { readonly metadata?: PageFields }
    const { description, language, sourceURL, statusCode, title, url } = document.metadata ?? {}
    return url === undefined ? undefined : { url, sourceURL, title, description, language, statusCode }
  } catch {
    return undefined
  }
}

const identityOf = (url: URL): string =>
  identify(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true, hashRoutes: true })

type Lookup = (url: URL) => Promise<string | undefined>

/** The file of the page that an address leads to. */
const makeLookup = (folder: string, paths: PagePaths, aliases: ReadonlyMap<string, string>): Lookup => {
  const remembered = new LruMap<string, string>({ maxEntries: maxRemembered })
  const isFile = (path: string): Promise<boolean> =>
    stat(join(folder, path)).then(
      (facts) => facts.isFile(),
      () => false
    )
  return async (url) => {
    const known = remembered.get(url.href)
    if (known !== undefined) return known === "" ? undefined : known
    let found = ""
    search: for (const spelling of spellingsOf(url, paths.origin)) {
      for (const extension of [".md", ".json"] as const) {
        const path = paths.pathOf(spelling, extension)
        if (!(await isFile(path))) continue
        found = path
        break search
      }
    }
    if (found === "") found = aliases.get(identityOf(url)) ?? ""
    remembered.set(url.href, found)
    return found === "" ? undefined : found
  }
}

/** The address, and those that a crawl takes for the same page. */
const spellingsOf = (url: URL, origin: string): ReadonlyArray<URL> => {
  const spellings = [url]
  const add = (change: (other: URL) => void) => {
    const other = new URL(url)
    change(other)
    spellings.push(other)
  }
  const path = url.pathname
  if (path.endsWith("/") && path !== "/") add((other) => void (other.pathname = path.slice(0, -1)))
  if (/\/index\.(?:html|php)$/.test(path))
    add((other) => void (other.pathname = path.slice(0, path.lastIndexOf("/") + 1)))
  if (!path.endsWith("/")) add((other) => void (other.pathname = `${path}/`))
  const root = URL.parse(origin)
  if (root !== null && url.origin !== origin && identityOf(new URL("/", url)) === identityOf(root)) {
    const atRoot = spellings.map(({ hash, pathname, search }) => new URL(`${origin}${pathname}${search}${hash}`))
    spellings.push(...atRoot)
  }
  return spellings
}

const relinkPage = async (folder: string, path: string, savedAt: Lookup): Promise<void> => {
  const text = await readFile(join(folder, path), "utf8")
  if (!/\]\(<?https?:/i.test(text)) return
  const replacements = new Map<number, string>()
  const targets: Array<LinkTarget> = []
  for (const target of await Effect.runPromise(linkTargets(text))) {
    const url = target.isPicture ? undefined : addressOf(target.target)
    if (url === undefined) continue
    const file = await savedAt(url)
    if (file === undefined) continue
    const fragment = url.hash === "#" ? "" : url.hash
    targets.push(target)
    replacements.set(
      target.from,
      file === path && fragment !== "" ? escaped(fragment) : `${relativeTarget(path, file)}${escaped(fragment)}`
    )
  }
  if (targets.length === 0) return
  await writeAtomically(
    join(folder, path),
    replaceTargets(text, targets, ({ from }) => replacements.get(from))
  )
}

const escaped = (fragment: string): string => fragment.replaceAll("(", "%28").replaceAll(")", "%29")
