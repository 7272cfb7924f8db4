/** Entry point of the `orbweaver` command. */
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import * as Command from "effect/cli/Command"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { codes, Exit } from "./exit.ts"
import { batch } from "./Batch.ts"
import { crawl } from "./Crawl.ts"
import { extract } from "./Extract.ts"
import { cancel, explain, jobs, remove } from "./Jobs.ts"
import { llmstxt } from "./LlmsTxt.ts"
import { map } from "./Map.ts"
import { mcp } from "./Mcp.ts"
import { parse } from "./Parse.ts"
import { note } from "./print.ts"
import { research } from "./Research.ts"
import { scrape } from "./Scrape.ts"
import { search } from "./Search.ts"
import { serve } from "./Serve.ts"
import { teams } from "./Teams.ts"
import { version } from "./version.ts"
import { worker } from "./Worker.ts"

const longRunning = new Set<string | undefined>(["serve", "worker", "mcp"])

const orbweaver = Command.make("orbweaver").pipe(
  Command.withDescription("Turn web pages into structured content"),
  Command.withSubcommands([
    scrape,
    parse,
    crawl,
    map,
    batch,
    search,
    extract,
    llmstxt,
    research,
    jobs,
    cancel,
    explain,
    remove,
    teams,
    worker,
    serve,
    mcp
  ])
)

orbweaver.pipe(
  Command.run({ version }),
  Effect.tapError((error) =>
    error instanceof Exit && error.text !== "" ? note(`orbweaver: ${error.text}`) : Effect.void
  ),
  Effect.mapError((error) =>
    error._tag === "ShowHelp" && error.errors.length > 0 ? new Exit({ code: codes.usage, text: error.message }) : error
  ),
  // Results go to stdout, and nothing else does.
  Effect.provideService(Logger.LogToStderr, true),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    // Commands that run until they are stopped have completed their work then.
    teardown: (exit, onExit) =>
      Runtime.defaultTeardown(exit, (code) => onExit(code === 130 && longRunning.has(process.argv[2]) ? 0 : code))
  })
)
