/**
 * The files of the console, for `console` of a server or a mounted API:
 *
 * ```ts
 * const api = await toNodeHandler(services, { console: await loadConsole() })
 * ```
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** One file as it is sent. */
export interface ConsoleFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The same compressed (RFC 7932, `Content-Encoding: br`); absent where the page was built without. */
  readonly brotli?: Uint8Array | undefined
  /** Its name holds a hash of its content, so that browsers may keep it. */
  readonly immutable: boolean
}

/** Files by their path below the console; `index.html` is the page. */
export interface ConsoleFiles {
  readonly get: (path: string) => ConsoleFile | undefined
  /** Styles within the pages that it shows in frames, as a policy names them: `sha256-…` (CSP3 §2.3.1). */
  readonly styleHashes: ReadonlyArray<string>
}

/** The page was never built: in a clone of the repository that is `npm run app -w packages/console`. */
export class ConsoleNotBuilt extends Error {
  override readonly name = "ConsoleNotBuilt"
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

const folder = fileURLToPath(new URL("../app", import.meta.url))

/** The style of pages that are shown with what main content left out of them; the page of the console has its text too. */
const marks = "marks.css"

/** Reads the files into memory, about half a megabyte. Rejects with `ConsoleNotBuilt` where there are none. */
export const loadConsole = async (): Promise<ConsoleFiles> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, ConsoleFile>()
  for (const entry of names) {
    const contentType = types[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll("\\", "/")
    const [bytes, brotli] = await Promise.all([readFile(path), readFile(`${path}.br`).catch(() => undefined)])
    files.set(name, { contentType, bytes, brotli, immutable: name.startsWith("assets/") })
  }
  if (!files.has("index.html")) throw new ConsoleNotBuilt(`The console is not built: there is no page in ${folder}`)
  const style = files.get(marks)
  const styleHashes = style === undefined ? [] : [`sha256-${createHash("sha256").update(style.bytes).digest("base64")}`]
  return { get: (path) => files.get(path), styleHashes }
}
