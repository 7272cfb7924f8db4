import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { createSocket } from "node:dgram"
import { readdirSync } from "node:fs"
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import { layer, type Options } from "../../src/layers/Playwright.ts"
import { candidates } from "../../src/process/findBrowser.ts"
import { locate } from "../../src/process/launch.ts"
import { makePhaseRecorder } from "@orbweaver/core/internal/model/Timings"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Duration, Effect, Layer } from "effect"
import { chromium } from "playwright-core"
import { browsersOf, groupOf } from "../support/processes.ts"

const running = Effect.acquireRelease(
  Effect.promise(() => start()),
  (site) => Effect.promise(() => site.close())
)

const rendererWith = (options: Options = {}) =>
  Layer.fresh(layer(options)).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

/** Starts the browser as it is, and makes the folder that Chrome makes for its socket as it starts. */
const browserWithSocketFolder = async (folder: string): Promise<string> => {
  const [candidate] = await Effect.runPromise(candidates(undefined))
  const { environment, path } = await locate(chromium, candidate!)
  const variables = Object.entries(environment).filter(([name]) => name !== "TMPDIR")
  const file = join(folder, "browser")
  const lines = [
    "#!/bin/sh",
    ...variables.map(([name, value]) => `export ${name}='${value}'`),
    'mktemp -d "$TMPDIR/org.chromium.Chromium.XXXXXX" >/dev/null',
    `exec '${path}' "$@"`
  ]
  await writeFile(file, lines.join("\n"), { mode: 0o700 })
  return file
}

/** Browsers that began since `before`. */
const started = (before: ReadonlySet<number>) => browsersOf(process.pid).filter(({ pid }) => !before.has(pid))
const present = () => new Set(browsersOf(process.pid).map(({ pid }) => pid))

// They watch the processes of this one: one after the other.
describe("the browsers of a renderer", { concurrent: false }, () => {
  it.live("start with the first page and are gone, with all they started, when it is closed", () =>
    Effect.gen(function* () {
      const site = yield* running
      const before = present()
      const pids = yield* Effect.gen(function* () {
        const { available, render } = yield* Renderer
        assert.isTrue(available)
        assert.deepStrictEqual(started(before), [])
        yield* render(request(site.url("/page")))
        yield* render(request(site.url("/page"), { screenshot: {} }))
        const browsers = started(before)
        assert.strictEqual(browsers.length, 2, "one for text and one for pictures")
        assert.isAbove(groupOf(browsers[0]!.pid).length, 1)
        return browsers.map(({ pid }) => pid)
      }).pipe(Effect.provide(rendererWith()))
      for (const pid of pids) assert.deepStrictEqual(groupOf(pid), [])
    }).pipe(Effect.scoped)
  )

  it.live("end with this process, even when it is killed", () =>
    Effect.gen(function* () {
      const site = yield* running
      const child = spawn(
        process.execPath,
        ["--conditions=@orbweaver/source", join(import.meta.dirname, "../support/hold.ts"), site.url("/app").href],
        { stdio: ["ignore", "pipe", "inherit"] }
      )
      const line = yield* Effect.promise(
        () => new Promise<string>((resolve) => child.stdout.once("data", (data: Buffer) => resolve(data.toString())))
      )
      const pids = line.trim().split(" ").map(Number)
      assert.isAbove(groupOf(pids[0]!).length, 1)
      child.kill("SIGKILL")
      const gone = Effect.suspend(() =>
        pids.every((pid) => groupOf(pid).length === 0) ? Effect.void : Effect.fail("still there")
      )
      yield* gone.pipe(Effect.delay("50 millis"), Effect.eventually, Effect.timeout("60 seconds"))
    }).pipe(Effect.scoped)
  )

  it.live.each(["TMPDIR", "temporaryFolder"])(
    "leave no folders in %s, and those of a process that was killed are removed by the next start",
    (setting) =>
      Effect.gen(function* () {
        const site = yield* running
        const folder = yield* Effect.acquireRelease(
          Effect.promise(() => mkdtemp(join(tmpdir(), "leftovers-"))),
          (path) => Effect.promise(() => rm(path, { recursive: true }))
        )
        const left = () => readdirSync(folder).filter((name) => /^(?:playwright|orbweaver-profile)/.test(name))
        const hold = Effect.acquireRelease(
          Effect.sync(() =>
            spawn(
              process.execPath,
              [
                "--conditions=@orbweaver/source",
                join(import.meta.dirname, "../support/hold.ts"),
                site.url("/app").href,
                ...(setting === "TMPDIR" ? [] : [folder])
              ],
              {
                stdio: ["ignore", "pipe", "inherit"],
                env: setting === "TMPDIR" ? { ...process.env, TMPDIR: folder } : process.env
              }
            )
          ),
          (child) => Effect.sync(() => void child.kill("SIGKILL"))
        )
        const pidsOf = (child: Effect.Success<typeof hold>) =>
          Effect.promise(
            () =>
              new Promise<ReadonlyArray<number>>((resolve) =>
                child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim().split(" ").map(Number)))
              )
          )
        const gone = (pids: ReadonlyArray<number>) =>
          Effect.suspend(() =>
            pids.every((pid) => groupOf(pid).length === 0) ? Effect.void : Effect.fail("there")
          ).pipe(Effect.delay("50 millis"), Effect.eventually, Effect.timeout("30 seconds"))
        // A folder of somebody else's that looks like ours.
        yield* Effect.promise(() => mkdir(join(folder, "orbweaver-profile-others")))
        const first = yield* hold
        const firstPids = yield* pidsOf(first)
        const ofFirst = left()
        assert.strictEqual(ofFirst.length, 2, ofFirst.join())
        first.kill("SIGKILL")
        yield* gone(firstPids)
        assert.deepStrictEqual(left(), ofFirst)

        const second = yield* hold
        const secondPids = yield* pidsOf(second)
        const ofSecond = left()
        assert.deepStrictEqual(
          ofSecond.filter((name) => ofFirst.includes(name)),
          ["orbweaver-profile-others"]
        )
        assert.strictEqual(ofSecond.length, 2)
        second.kill("SIGKILL")
        yield* gone(secondPids)
      }).pipe(Effect.scoped)
  )

  it.live.each(["close", "SIGTERM", "SIGKILL"])(
    "what Chromium makes in its temporary folder is removed with its profile, after %s",
    (ending) =>
      Effect.gen(function* () {
        const site = yield* running
        const folder = yield* Effect.acquireRelease(
          Effect.promise(() => mkdtemp(join(tmpdir(), "leftovers-"))),
          (path) => Effect.promise(() => rm(path, { recursive: true }))
        )
        const temporaryFolder = join(folder, "temporary")
        const left = () => readdirSync(temporaryFolder).filter((name) => /chromium\.Chromium|profile/.test(name))
        const browser = yield* Effect.promise(() => browserWithSocketFolder(folder))
        if (ending === "close") {
          yield* Renderer.use(({ render }) => render(request(site.url("/app")))).pipe(
            Effect.provide(rendererWith({ executablePath: browser })),
            Effect.provideService(TemporaryFolder, temporaryFolder)
          )
          return assert.deepStrictEqual(left(), [])
        }
        const script = join(import.meta.dirname, "../support/hold.ts")
        const args = ["--conditions=@orbweaver/source", script, site.url("/app").href, temporaryFolder, browser]
        const hold = Effect.acquireRelease(
          Effect.sync(() => spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })),
          (child) => Effect.sync(() => void child.kill("SIGKILL"))
        )
        /** Ends it once its page is there, and waits for its browsers to end. */
        const holdAndEnd = Effect.gen(function* () {
          const child = yield* hold
          const line = yield* Effect.promise(
            () => new Promise<string>((resolve) => child.stdout.once("data", (data: Buffer) => resolve(String(data))))
          )
          const names = left()
          child.kill(ending === "SIGTERM" ? "SIGTERM" : "SIGKILL")
          const pids = line.trim().split(" ").map(Number)
          yield* Effect.suspend(() =>
            pids.every((pid) => groupOf(pid).length === 0) ? Effect.void : Effect.fail("there")
          ).pipe(Effect.delay("50 millis"), Effect.eventually, Effect.timeout("30 seconds"))
          return names
        })
        const first = yield* holdAndEnd
        const second = yield* holdAndEnd
        assert.lengthOf(first, 1)
        assert.lengthOf(second, 1, second.join())
        assert.notDeepEqual(second, first)
      }).pipe(Effect.scoped)
  )

  it.live("are replaced after a number of pages, after a crash, and when nobody needs them", () =>
    Effect.gen(function* () {
      const site = yield* running
      const before = present()
      yield* Effect.gen(function* () {
        const { render } = yield* Renderer
        const page = () => render(request(site.url("/app")))
        yield* page()
        const [first] = started(before)
        yield* page()
        yield* page()
        const second = started(before).find(({ pid }) => pid !== first!.pid)
        assert.isDefined(second, "the third page has a new browser")
        // Whether the end of it has been noticed by the next page is all the same.
        process.kill(second.pid, "SIGKILL")
        assert.include(textOf(yield* page()), "Built by script")
        const none = Effect.suspend(() => (started(before).length === 0 ? Effect.void : Effect.fail("still there")))
        yield* none.pipe(Effect.delay("100 millis"), Effect.eventually, Effect.timeout("60 seconds"))
        assert.include(textOf(yield* page()), "Built by script")
      }).pipe(Effect.provide(rendererWith({ maxPagesPerBrowser: 2, idleTimeout: "500 millis" })))
    }).pipe(Effect.scoped)
  )

  it.live("answer at once for a page whose process, or whose browser, dies while it loads, and go on serving", () =>
    Effect.gen(function* () {
      const before = present()
      /** What is killed when a page asks for `/dies/…`, by the kind that follows. */
      const victims: Record<string, () => ReadonlyArray<number>> = {
        renderer: () =>
          started(before)
            .flatMap(({ pid }) => groupOf(pid))
            .filter(({ command }) => command.includes("--type=renderer"))
            .map(({ pid }) => pid),
        browser: () => started(before).map(({ pid }) => pid)
      }
      const site = yield* Effect.acquireRelease(
        Effect.promise(() =>
          start({
            routes: {
              "/dies": ({ response, url }) => {
                response.writeHead(200, { "content-type": "text/html" })
                response.write(`<p>Half a page</p><script>fetch("/kill${url.search}")</script>`)
              },
              "/kill": ({ response, url }) => {
                for (const pid of victims[url.search.slice(1)]!()) process.kill(pid, "SIGKILL")
                response.end()
              }
            }
          })
        ),
        (site) => Effect.promise(() => site.close())
      )
      const { render } = yield* Renderer
      for (const kind of ["renderer", "browser"]) {
        const { reason } = yield* Effect.flip(
          // Far beyond the time of the test: it is the death that ends the request.
          render(request(site.url(`/dies?${kind}`), { timeout: Duration.minutes(10) }))
        )
        assert.strictEqual(reason._tag, "Crashed", kind)
        const others = yield* Effect.all(
          Array.from({ length: 6 }, () => render(request(site.url("/app")))),
          { concurrency: "unbounded" }
        )
        for (const other of others) assert.include(textOf(other), "Built by script")
      }
    }).pipe(Effect.provide(rendererWith({ maxPages: 2 })), Effect.scoped)
  )

  it.live("tell a page that waited for a tab of its wait", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { render } = yield* Renderer
      const phases = Effect.gen(function* () {
        const timings = yield* makePhaseRecorder
        yield* render(request(site.url("/page"), { timings }))
        return timings.timings().map(({ phase }) => phase)
      })
      const [first, second] = yield* Effect.all([phases, phases], { concurrency: "unbounded" })
      assert.deepStrictEqual([first, second], [[], ["queue"]])
    }).pipe(Effect.provide(rendererWith({ maxPages: 1 })), Effect.scoped)
  )

  it.live("stop a page that takes too much memory", () =>
    Effect.gen(function* () {
      const site = yield* Effect.acquireRelease(
        Effect.promise(() =>
          start({
            routes: {
              "/buffers": ({ response }) => {
                response.writeHead(200, { "content-type": "text/html" })
                response.end(
                  "<p>Buffers</p><script>const all = []; setInterval(() => all.push(new Uint8Array(64 << 20).fill(1)), 50)</script>"
                )
              }
            }
          })
        ),
        (site) => Effect.promise(() => site.close())
      )
      const { render } = yield* Renderer
      const error = yield* Effect.flip(render(request(site.url("/buffers"), { waitFor: Duration.seconds(60) })))
      assert.strictEqual(error.reason._tag, "Crashed")
      assert.include(textOf(yield* render(request(site.url("/app")))), "Built by script")
    }).pipe(Effect.provide(rendererWith({ maxPageMemory: 400 * 1024 * 1024 })), Effect.scoped)
  )

  it.live("share no context between accounts, nor with requests that carry credentials", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { render } = yield* Renderer
      const leave = (value: string) => ({
        actions: [{ type: "executeJavascript", script: `caches.open("${value}")` } as const]
      })
      const look = { actions: [{ type: "executeJavascript", script: "caches.keys()" } as const] }
      yield* render(request(site.url("/page"), leave("mine")))
      const others = yield* Effect.all([
        render(request(site.url("/page"), look)),
        render(request(site.url("/page"), look)).pipe(
          Effect.provideService(CurrentAccount, { ...localAccount, id: "other" })
        ),
        render(request(site.url("/page"), { ...look, headers: { authorization: "Bearer sesame" } }))
      ])
      for (const { actions } of others) assert.deepStrictEqual(actions?.javascriptReturns[0]?.value ?? [], [])
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )

  it.live("refuse what the account refuses", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { render } = yield* Renderer
      const account = { ...localAccount, id: "careful", egress: { block: ["localhost"] } }
      const port = site.url("/").port
      const error = yield* Effect.flip(
        render(request(site.url(`/redirect-to?to=${encodeURIComponent(`http://localhost:${port}/page`)}`))).pipe(
          Effect.provideService(CurrentAccount, account)
        )
      )
      assert.strictEqual(error.reason._tag, "Refused")
      assert.deepStrictEqual(site.requests("/page"), [])
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )

  it.live("send nothing beside the proxy: no datagram leaves for a peer connection", () =>
    Effect.gen(function* () {
      const site = yield* running
      const received: Array<Buffer> = []
      const socket = createSocket("udp4", (message) => void received.push(message))
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.close()))
      yield* Effect.promise(() => new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve)))
      const { render } = yield* Renderer
      const stun = `stun:127.0.0.1:${socket.address().port}`
      const response = yield* render(
        request(site.url(`/peer?stun=${encodeURIComponent(stun)}`), { waitFor: Duration.seconds(1) })
      )
      assert.include(textOf(response), "</html>")
      assert.strictEqual(received.length, 0)
      assert.notMatch(textOf(response), /gathered .*\d+\.\d+\.\d+\.\d+/)
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )

  it.live("are said to be missing when there is none, or when the given one does not start", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(
        Effect.scoped(Layer.build(rendererWith({ executablePath: "/nowhere/chromium" })))
      )
      assert.strictEqual(missing._tag, "BrowserNotFound")
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "no-browser-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const stub = join(folder, "chromium")
      yield* Effect.promise(() => writeFile(stub, "#!/bin/sh\necho install me\nexit 1\n"))
      yield* Effect.promise(() => chmod(stub, 0o755))
      const error = yield* Effect.flip(
        Effect.flatMap(Renderer, ({ render }) => render(request(new URL("http://127.0.0.1/")))).pipe(
          Effect.provide(rendererWith({ executablePath: stub }))
        )
      )
      assert.match(error.message, /No browser could be started/)
    }).pipe(Effect.scoped)
  )
})
