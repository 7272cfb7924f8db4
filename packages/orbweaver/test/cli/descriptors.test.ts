// `orbweaver serve` while the system gives it no further sockets, and right afterwards.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const bin = fileURLToPath(new URL("../../bin/orbweaver.js", import.meta.url))

/** Scrapes at once: each needs two descriptors of the server, which has fewer. */
const crowd = 90

it.skipIf(process.platform !== "linux")(
  "a server without descriptors says so with 503, and is itself again at once",
  async () => {
    let isHeld = true
    const held = new Set<() => void>()
    const site = createServer((_, response) => {
      const answer = () => response.setHeader("content-type", "text/html").end("<p>Here.")
      if (isHeld) held.add(answer)
      else answer()
    })
    await new Promise<void>((resolve) => site.listen(0, "0.0.0.0", resolve))
    const { port } = site.address() as AddressInfo

    const command = `ulimit -n 128; exec "$0" "$@"`
    const child = spawn(
      "sh",
      ["-c", command, process.execPath, bin, "serve", "--port", "0", "--no-browser", "--allow-local"],
      { stdio: ["ignore", "pipe", "ignore"] }
    )
    const [line] = (await once(createInterface(child.stdout), "line")) as [string]
    const base = /https?:\S+/.exec(line)![0]
    const scrape = async (host: number) => {
      const response = await fetch(`${base}/v2/scrape`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify({ url: `http://127.0.2.${host}:${port}/`, maxAge: 0, timeout: 60_000 })
      })
      const { code, error } = (await response.json()) as { readonly code?: string; readonly error?: string }
      return response.status === 200 ? 200 : { status: response.status, code, error }
    }
    try {
      const crowded = Array.from({ length: crowd }, (_, host) => scrape(host + 1).catch(() => "not accepted"))
      // Somebody has been refused: now there are no descriptors left.
      const refused = await Promise.race(crowded)
      isHeld = false
      for (const answer of held) answer()
      const answers = [refused, ...(await Promise.all(crowded))]
      for (const answer of answers) {
        if (answer === 200 || answer === "not accepted") continue
        expect(answer).toMatchObject({
          status: 503,
          code: expect.any(String),
          error: expect.stringContaining("EMFILE")
        })
      }
      expect(answers.some((answer) => answer !== 200)).toBe(true)
      expect(await Promise.all(Array.from({ length: 10 }, (_, host) => scrape(host + 200)))).toEqual(
        Array.from({ length: 10 }, () => 200)
      )
    } finally {
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
      site.closeAllConnections()
      site.close()
    }
  },
  90_000
)
