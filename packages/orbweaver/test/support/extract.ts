/** What tests of extraction share with the process that one of them kills. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

export const shop = {
  type: "object",
  properties: {
    products: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          sku: { type: "string" },
          price: { type: "number" },
          weight: { type: "string" }
        },
        required: ["name", "sku"]
      }
    }
  }
}

/** A worker that can be caught with a page under way and others waiting. */
export const worker = { concurrency: 2 }

/** Starts an extraction in a process of its own; its id, how to kill it, and when it has ended. */
export const workElsewhere = (input: {
  readonly file: string
  readonly schema: object
  readonly model?: string
  readonly urls: ReadonlyArray<string>
}) => {
  const child = spawn(
    process.execPath,
    [
      "--conditions=@orbweaver/source",
      fileURLToPath(new URL("extractWorker.ts", import.meta.url)),
      input.file,
      JSON.stringify(input.schema),
      input.model ?? "",
      ...input.urls
    ],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const id = once(child.stdout.setEncoding("utf8"), "data").then(([line]) => (line as string).trim())
  return { id, gone: once(child, "exit"), kill: () => void child.kill("SIGKILL") }
}
