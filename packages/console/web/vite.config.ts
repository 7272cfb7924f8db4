import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress } from "node:zlib"
import { defineConfig, type Plugin } from "vite"

/** Writes each file once more, compressed (RFC 7932), so that no server compresses it for each visitor. */
const precompressed = (): Plugin => ({
  name: "precompressed",
  async closeBundle() {
    const app = join(import.meta.dirname, "../app")
    for (const entry of await readdir(app, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith(".br")) continue
      const path = join(entry.parentPath, entry.name)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
    }
  }
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [precompressed()],
  // The page is served below any path.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../app",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the page allows no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }
  },
  logLevel: "warn"
})
