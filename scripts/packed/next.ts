/**
 * Next.js with `output: "standalone"`: a route handler reads a large page and a file on threads, away from the project it
 * was built in; with the packages bundled, and with them left external: `npm run test:next`.
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual, promisify } from "node:util"
import { optionalPackages } from "./bundlers.ts"
import { timeout } from "./limit.ts"
import { packAll } from "./pack.ts"
import { manifestOf } from "./size.ts"

const run = promisify(execFile)

const expected = { heading: "# Hello", threads: 1, note: "From a file", sheet: "## Sheet1\n\nTea" }

const site = createServer((_, response) => {
  response.setHeader("content-type", "text/html")
  response.end(
    `<title>Page</title><main><h1>Hello</h1>${`<p>${"Words of a page. ".repeat(20)}</p>`.repeat(4000)}</main>`
  )
})

const portOf = (server: typeof site) => (server.address() as AddressInfo).port

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const port = portOf(server)
  server.close()
  return port
}

/** What the route answers in the server that was built. */
const answerOf = async (folder: string): Promise<unknown> => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOSTNAME: "127.0.0.1" }
  const server = spawn(process.execPath, ["server.js"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  try {
    await Promise.race([once(server.stdout, "data"), once(server, "exit")])
    const body = JSON.stringify(`http://127.0.0.1:${portOf(site)}/`)
    const response = await fetch(`http://127.0.0.1:${port}/read`, { method: "POST", body })
    return response.ok ? await response.json() : `${response.status} ${await response.text()}`
  } finally {
    server.kill()
    if (server.exitCode === null) await once(server, "exit")
  }
}

const project = await mkdtemp(join(tmpdir(), "orbweaver-next-"))
try {
  await once(site.listen(0, "127.0.0.1"), "listening")
  const { dependencies, overrides } = manifestOf(await packAll(project))
  const next = { ...optionalPackages, next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" }
  const manifest = { name: "somebody", private: true, dependencies: { ...dependencies, ...next }, overrides }
  await writeFile(join(project, "package.json"), JSON.stringify(manifest))
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: project, timeout })
  await cp(join(import.meta.dirname, "bundled/next"), project, { recursive: true })
  for (const external of ["no", "yes"]) {
    const env = { ...process.env, EXTERNAL: external, NEXT_TELEMETRY_DISABLED: "1" }
    await run("npx", ["next", "build"], { cwd: project, env, timeout })
    const server = join(project, "server")
    await rename(join(project, ".next/standalone"), server)
    // The server finds only what was copied with it.
    await rename(join(project, "node_modules"), join(project, "away"))
    const answer = await answerOf(server)
    await rename(join(project, "away"), join(project, "node_modules"))
    await rm(server, { recursive: true, force: true })
    const holds = isDeepStrictEqual(answer, expected)
    console.log(`${holds ? "ok  " : "FAIL"} Next.js standalone, packages external: ${external}`)
    if (holds) continue
    console.error(answer)
    process.exitCode = 1
  }
} finally {
  site.close()
  site.closeAllConnections()
  await rm(project, { recursive: true, force: true })
}
