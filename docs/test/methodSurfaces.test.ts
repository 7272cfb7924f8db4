// A method that answers at once is added by its name, its definition with its engine, its line in the list, and its guide:
// everything that offers methods takes it from there.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { option } from "@orbweaver/core/internal/model/optionDefinition"
import { invalid, reader } from "@orbweaver/core/model/InvalidInput"
import { defineMethod } from "@orbweaver/extraction/internal/methods/defineMethod"
import { methodNames } from "@orbweaver/extraction/internal/methods/methodNames"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import { Context, Effect, Layer, ManagedRuntime, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { afterAll, expect, expectTypeOf, it } from "vitest"
import { existsSync } from "node:fs"
import { methodOperation } from "../../packages/http/src/features/methods/methods.ts"
import { methodGroup } from "../../packages/http/src/wire/methodEndpoints.ts"
import { parts } from "../../packages/http/test/assembly.ts"
import { methodCommand } from "../../packages/orbweaver/src/cli/commands/methodCommand.ts"
import { methodCalls } from "../../packages/orbweaver/src/jobs/methodCalls.ts"
import { methodTool } from "../../packages/orbweaver/src/mcp/methodTools.ts"
import { additions, filesOf } from "../../scripts/house/additions.ts"
import { sourceFiles } from "../../scripts/house/imports.ts"
import { helpOf } from "../generate/commandLine.ts"
import { enginesOf, serve } from "./testApi.ts"

// ---- What somebody writes who adds a method.

const fields = {
  knots: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })), {
    text: "Knots of each thread",
    default: 2
  }),
  patience: option(Schema.Int, { text: "How long to weave", default: 1000, unit: "milliseconds" })
}

const readOptions = reader("web options", Schema.Struct(fields))

interface Web {
  readonly threads: ReadonlyArray<string>
  readonly warning?: string
}

interface Service {
  readonly weave: (pattern: string, knots: number) => Effect.Effect<Web, ReturnType<typeof invalid>>
}

class Weaver extends Context.Service<Weaver, Service>()("test/Weaver") {
  static readonly layer = Layer.succeed(Weaver, {
    weave: (pattern, knots) =>
      pattern === "tangle"
        ? Effect.fail(invalid("pattern", ["pattern"], "It has no threads"))
        : Effect.succeed({
            threads: pattern.split(" ").map((thread) => thread + "-o".repeat(knots)),
            ...(pattern === "torn" ? { warning: "It is torn" } : {})
          })
  })
}

const weaveMethod = defineMethod({
  name: "weave",
  plural: "Webs",
  subject: {
    name: "pattern",
    schema: Schema.String.annotate({ description: "Threads, by their names" }),
    text: "Threads of the web"
  },
  options: fields,
  request: "scrape",
  answer: Schema.Struct({ threads: Schema.Array(Schema.String) }),
  engine: Weaver,
  layer: Weaver.layer,
  decode: readOptions,
  run: (weaver, pattern, { knots = 2 }) => weaver.weave(pattern, knots),
  command: {
    text: "Weave a web",
    contacts: "sites",
    lines: ({ threads }) => threads,
    json: ({ threads }) => threads,
    notes: ({ warning }) => (warning === undefined ? [] : [`warning: ${warning}`])
  },
  tool: {
    title: "Weave a web",
    text: "Weaves a web of threads.",
    defaults: { knots: 1 },
    inputs: {
      fields: { strong: Schema.optionalKey(Schema.Boolean) },
      toOptions: ({ strong }) => (strong === true ? { knots: 3 } : {})
    },
    answer: ({ threads }) => threads.join("\n")
  }
})

// ---- What follows from it.

const services = Weaver.layer.pipe(
  Layer.provideMerge(parts({ working: false })),
  Layer.provideMerge(ApiKeys.layerOpen())
)
const runtime = ManagedRuntime.make(services)
afterAll(() => runtime.dispose())

it("the library has it, with options in its forms", async () => {
  const orb = methodCalls(weaveMethod, { run: (effect) => runtime.runPromise(effect), holdUntilEnd: () => Effect.void })
  expectTypeOf(orb.weave).parameter(0).toEqualTypeOf<string>()
  expectTypeOf(orb.weave).returns.resolves.toEqualTypeOf<Web>()
  expect(await orb.weave("a b", { knots: 1, patience: "2 seconds" })).toEqual({ threads: ["a-o", "b-o"] })
  await expect(orb.weave("a", { knots: 10 })).rejects.toMatchObject({ _tag: "InvalidInput" })
  await expect(orb.weave("tangle")).rejects.toMatchObject({ _tag: "InvalidInput", what: "pattern" })
})

it("language models get a tool for it, with defaults and inputs of its own", async () => {
  const { definition, run } = methodTool(weaveMethod)
  expect(definition).toMatchObject({
    name: "weave",
    inputSchema: {
      required: ["pattern"],
      properties: {
        pattern: { description: "Threads, by their names" },
        knots: { description: "Knots of each thread (default 1)" }
      }
    }
  })
  expect(await runtime.runPromise(run({ pattern: "a b" }))).toBe("a-o\nb-o")
  expect(await runtime.runPromise(run({ pattern: "a", strong: true }))).toBe("a-o-o-o")
  await expect(runtime.runPromise(run({ pattern: "a", threads: 2 }))).rejects.toMatchObject({ _tag: "InvalidInput" })
})

it("the command line has a command for it, with its argument and flags", async () => {
  const help = await helpOf([], methodCommand(weaveMethod))
  expect(help).toMatchObject({ description: "Weave a web", args: [{ name: "pattern" }] })
  expect(help.flags.map(({ name }) => name)).toEqual(expect.arrayContaining(["knots", "patience", "json", "country"]))
})

it("the API answers it, checks its body, documents it, and says what it lacks", async () => {
  class Api extends HttpApi.make("test").add(methodGroup(weaveMethod)).prefix("/v2") {}
  expect(OpenApi.fromApi(Api).paths["/v2/weave"]?.post).toMatchObject({ operationId: "weave", summary: "Weave a web" })

  const context = await runtime.runPromise(Effect.context<Layer.Success<typeof services>>())
  const { ask } = await serve(context, Api, { weave: methodOperation(enginesOf(context), weaveMethod) })
  const made = await ask("POST", "/weave", { pattern: "a b", knots: 1, origin: "a-client" })
  expect(made).toEqual({ status: 200, body: { success: true, threads: ["a-o", "b-o"] } })
  expect((await ask("POST", "/weave", { pattern: "torn" })).body.warning).toBe("It is torn")
  for (const body of [{ pattern: "a", knots: 10 }, { knots: 1 }, { pattern: "a", loops: 1 }, { pattern: "tangle" }]) {
    expect(await ask("POST", "/weave", body)).toMatchObject({ status: 400, body: { success: false } })
  }
  expect(await ask("GET", "/weave")).toMatchObject({ status: 405 })

  const without = await serve(context, Api, {
    weave: methodOperation({ ...enginesOf(context), engineOf: () => undefined }, weaveMethod)
  })
  expect(await without.ask("POST", "/weave", { pattern: "a" })).toMatchObject({
    status: 501,
    body: { error: expect.stringContaining("Webs are not available") }
  })
})

it("one more method is the files that the house counts", () => {
  expect(methods.map(({ name }) => name)).toEqual([...methodNames])
  expect(filesOf(additions.method)).toBe(3)
  for (const file of additions.method.changed)
    expect([file, existsSync(new URL(`../../${file}`, import.meta.url))]).toEqual([file, true])
  // No surface knows the file of a method.
  const own = new Set(methods.map(({ name }) => `packages/extraction/src/methods/${name}Method.ts`))
  expect(
    sourceFiles()
      .filter(({ imports }) => imports.some((file) => own.has(file)))
      .map(({ path }) => path)
  ).toEqual(["packages/extraction/src/methods/methods.ts"])
})
