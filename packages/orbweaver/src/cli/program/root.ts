/** The `orbweaver` command with its subcommands; the reference is made of it too. */
import * as Command from "effect/cli/Command"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import type { MethodEngines, ResultJobEngines } from "../../assembly/jobs.ts"
import { backup } from "../commands/Backup.ts"
import { batch } from "../commands/Batch.ts"
import { blobs } from "../commands/Blobs.ts"
import { crawl } from "../commands/Crawl.ts"
import { cancel, explain, jobs, remove } from "../commands/Jobs.ts"
import { erase } from "../commands/Erase.ts"
import { mcp } from "../commands/Mcp.ts"
import { methodCommand } from "../commands/methodCommand.ts"
import { parse } from "../commands/Parse.ts"
import { resultCommand } from "../commands/resultCommand.ts"
import { monitor } from "../commands/Monitor.ts"
import { profiles } from "../commands/Profiles.ts"
import { scrape } from "../commands/Scrape.ts"
import { serve } from "../commands/Serve.ts"
import { status } from "../commands/Status.ts"
import { teams } from "../commands/Teams.ts"
import { worker } from "../commands/Worker.ts"

export const orbweaver = Command.make("orbweaver").pipe(
  Command.withDescription("Turn web pages into structured content"),
  Command.withExamples([
    { command: "orbweaver scrape https://example.com", description: "One page as Markdown" },
    { command: "orbweaver crawl https://example.com --limit 100 -o site/", description: "A site as files" },
    { command: "orbweaver serve", description: "A server with a console, at http://localhost:3002/console/" }
  ]),
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
    profiles,
    worker,
    serve,
    mcp
  ])
)
