/** The tables of options, one for each declaration of the client. */
import type { Table } from "./Probe.ts"
import { actionTables } from "./actions.ts"
import { agent, agentEvents } from "./agent.ts"
import { batch } from "./batch.ts"
import { browserTables } from "./browser.ts"
import { crawl } from "./crawl.ts"
import { extract } from "./extract.ts"
import { formatTables } from "./formats.ts"
import { map } from "./map.ts"
import { monitorTables } from "./monitor.ts"
import { parse } from "./parse.ts"
import { pdfParser } from "./parsers.ts"
import { readingTables } from "./reading.ts"
import { location, scrape } from "./scrape.ts"
import { search } from "./search.ts"
import { threats } from "./threats.ts"
import { webhooks } from "./webhooks.ts"

export const tables: ReadonlyArray<Table> = [
  scrape,
  threats,
  location,
  ...formatTables,
  pdfParser,
  ...actionTables,
  parse,
  crawl,
  batch,
  webhooks,
  map,
  search,
  extract,
  agent,
  agentEvents,
  ...browserTables,
  ...monitorTables,
  ...readingTables
]
