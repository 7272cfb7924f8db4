// An installation without the optional client of PostgreSQL, in a process whose modules cannot find it.
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const withoutClient = `
import { registerHooks } from "node:module"
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith("@effect/sql-pg")) return next(specifier, context)
    throw Object.assign(new Error("Cannot find package '@effect/sql-pg'"), { code: "ERR_MODULE_NOT_FOUND" })
  }
})`

const program = `
import { postgres } from "@orbweaver/storage/postgres"
import { Effect, Layer } from "effect"
const opening = Effect.scoped(Layer.build(postgres("postgres://user:a-secret@127.0.0.1:1/jobs")))
const { _tag, message } = await Effect.runPromise(Effect.flip(opening))
console.log(JSON.stringify({ _tag, message }))`

it("a missing client of PostgreSQL is a typed error that names the command which installs it", async () => {
  const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"))
  const range: string = manifest.peerDependencies["@effect/sql-pg"]
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@orbweaver/source",
    "--disable-warning=ExperimentalWarning",
    `--import=data:text/javascript,${encodeURIComponent(withoutClient)}`,
    "--input-type=module",
    "--eval",
    program
  ])
  const error = JSON.parse(stdout) as { _tag: string; message: string }
  expect(error._tag).toBe("StoreError")
  const version = /^~(\d+\.\d+)/.exec(range)![1]
  expect(error.message).toContain(`npm install @effect/sql-pg@${version}`)
})
