/** The built site behind a server of this machine, and the browser that reads it. */
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { type Browser, chromium } from "playwright-core"
import { candidates } from "../../packages/browser/src/process/findBrowser.ts"
import { locate } from "../../packages/browser/src/process/launch.ts"
import { docs } from "../.vitepress/pages.ts"
import { type Served, serveOnLoopback } from "../loopback.ts"

/** Builds the site below `base` into a folder; the command of `npm run docs:build`. */
export const build = async (base: string, to: string): Promise<void> => {
  const command = join(docs, "../node_modules/vitepress/bin/vitepress.js")
  // Hundreds of pages at once leave much garbage: with more room for young objects, less of it is looked at again.
  const words = ["--max-semi-space-size=64", command, "build", docs, "--base", base, "--outDir", to]
  await promisify(execFile)(process.execPath, words, { timeout: 480_000 })
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

/** Serves a folder below `base` as hosts of static files do: `page` is `page.html`, a folder its `index.html`. */
export const serve = (folder: string, base: string): Promise<Served> =>
  serveOnLoopback((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, "http://site").pathname)
    const below = path.startsWith(base) ? path.slice(base.length) : undefined
    const answer = async () => {
      if (below === undefined) return undefined
      for (const file of extname(below) === "" ? [`${below}.html`, join(below, "index.html")] : [below]) {
        const body = await readFile(join(folder, file)).catch(() => undefined)
        if (body !== undefined) return { body, type: mediaTypes[extname(file)] ?? "application/octet-stream" }
      }
      return undefined
    }
    void answer().then((found) =>
      found === undefined
        ? response.writeHead(404).end()
        : response
            .writeHead(200, {
              "content-type": found.type,
              // Names of assets change with what they hold.
              ...(path.includes("/assets/") ? { "cache-control": "max-age=31536000, immutable" } : {})
            })
            .end(found.body)
    )
  })

/** The browser that the tests of rendering use too. */
export const openBrowser = async (): Promise<Browser> => {
  const failures: Array<unknown> = []
  for (const candidate of await Effect.runPromise(candidates(undefined))) {
    try {
      const { environment, path } = await locate(chromium, candidate)
      return await chromium.launch({ executablePath: path, env: environment, chromiumSandbox: false })
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, "no browser starts")
}
