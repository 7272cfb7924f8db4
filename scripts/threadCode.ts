/**
 * Fills the `threadCode.ts` of a package: the module of its thread with everything that it imports, as one script in
 * Brotli and base64. A bundle that leaves the module behind starts the thread from it (core's `support/threadEntry`).
 */
import { dirname, join, relative, resolve } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { type Plugin, rolldown } from "rolldown"

const packages = resolve(import.meta.dirname, "../packages")

/** The threads' modules, beside the file that carries each. */
const entries: Readonly<Record<string, string>> = {
  "html/src/pool/threadCode.ts": "worker.ts",
  "documents/src/threads/threadCode.ts": "worker.ts",
  "storage/src/sqlite/threadCode.ts": "checkpoint.ts"
}

export const threadCode = (): Plugin => ({
  name: "thread-code",
  async load(id) {
    const entry = entries[relative(packages, id).replaceAll("\\", "/")]
    if (entry === undefined) return null
    return `
      import { brotliDecompressSync } from "node:zlib"
      const packed = ${JSON.stringify(await pack(join(dirname(id), entry)))}
      export const threadCode = () => brotliDecompressSync(Buffer.from(packed, "base64")).toString()`
  }
})

const pack = async (entry: string): Promise<string> => {
  await using build = await rolldown({
    input: entry,
    platform: "node",
    resolve: { conditionNames: ["@orbweaver/source", "node", "import", "default"] }
  })
  const { output } = await build.generate({
    format: "cjs",
    minify: true,
    codeSplitting: false,
    comments: { jsdoc: false, annotation: false, legal: true }
  })
  const code = Buffer.from(output[0].code)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: code.length }
  return brotliCompressSync(code, { params }).toString("base64")
}
