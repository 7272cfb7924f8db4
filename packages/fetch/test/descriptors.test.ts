import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { expect, it } from "vitest"

it.skipIf(process.platform === "win32")(
  "a process without descriptors gets a failure that passes, and fetches again once it has some",
  async () => {
    const server = createServer((_, response) => void setTimeout(() => response.end("ok"), 300))
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve))
    const { port } = server.address() as AddressInfo
    const program = join(import.meta.dirname, "runtimes/manyOrigins.ts")
    const command = `ulimit -n 80; exec "${process.execPath}" --conditions=@orbweaver/source "${program}" ${port} 150`
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile("sh", ["-c", command], { timeout: 60_000 }, (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`))
      )
    }).finally(() => server.close())
    const { after, crowded } = JSON.parse(stdout) as Record<"after" | "crowded", ReadonlyArray<string>>
    expect(new Set(crowded)).toEqual(
      new Set(["200", "Overloaded the system gives no further sockets or files (EMFILE)"])
    )
    expect(after).toEqual(Array.from({ length: 10 }, () => "200"))
  }
)
