/** Entry point of the `orbweaver` command. */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { codes, Exit } from "./exit.ts"
import { crawl } from "./Crawl.ts"
import { note } from "./print.ts"
import { scrape } from "./Scrape.ts"
import { serve } from "./Serve.ts"
import { batch, cancel, jobs, map, search, worker } from "./Sites.ts"
import { version } from "./version.ts"

const orbweaver = Command.make("orbweaver").pipe(
  Command.withDescription("Web pages in, structured content out"),
  Command.withSubcommands([scrape, crawl, map, batch, search, jobs, cancel, worker, serve])
)

orbweaver.pipe(
  Command.run({ version }),
  Effect.tapError((error) => (error instanceof Exit ? note(`orbweaver: ${error.text}`) : Effect.void)),
  Effect.mapError((error) =>
    error._tag === "ShowHelp" && error.errors.length > 0 ? new Exit({ code: codes.usage, text: error.message }) : error
  ),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
