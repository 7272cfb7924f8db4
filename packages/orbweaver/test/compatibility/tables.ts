/** The tables of options, one for each declaration of the client. */
import type { Table } from "./Probe.ts"
import { actionTables } from "./actions.ts"
import { batch } from "./batch.ts"
import { crawl } from "./crawl.ts"
import { formatTables } from "./formats.ts"
import { map } from "./map.ts"
import { pdfParser } from "./parsers.ts"
import { location, scrape } from "./scrape.ts"
import { search } from "./search.ts"

export const tables: ReadonlyArray<Table> = [
  scrape,
  location,
  ...formatTables,
  pdfParser,
  ...actionTables,
  crawl,
  batch,
  map,
  search
]
