/** The `orbweaver` command with its subcommands; the reference is made of it too. */
import * as Command from "effect/cli/Command"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import type { MethodEngines, ResultJobEngines } from "../assembly/jobs.ts"
import { backup } from "./Backup.ts"
import { batch } from "./Batch.ts"
import { blobs } from "./Blobs.ts"
import { crawl } from "./Crawl.ts"
import { cancel, explain, jobs, remove } from "./Jobs.ts"
import { erase } from "./Erase.ts"
import { mcp } from "./Mcp.ts"
import { methodCommand } from "./methodCommand.ts"
import { parse } from "./Parse.ts"
import { resultCommand } from "./resultCommand.ts"
import { monitor } from "./Monitor.ts"
import { scrape } from "./Scrape.ts"
import { serve } from "./Serve.ts"
import { status } from "./Status.ts"
import { teams } from "./Teams.ts"
import { worker } from "./Worker.ts"

export const orbweaver = Command.make("orbweaver").pipe(
  Command.withDescription("Turn web pages into structured content"),
  Command.withSubcommands([
    scrape,
    parse,
    crawl,
    batch,
    ...methods.map((method) => methodCommand<MethodEngines>(method)),
    ...resultJobs.map((job) => resultCommand<ResultJobEngines>(job)),
    monitor,
    jobs,
    status,
    cancel,
    explain,
    remove,
    erase,
    backup,
    blobs,
    teams,
    worker,
    serve,
    mcp
  ])
)
