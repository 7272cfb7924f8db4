/** Answers the endpoints of the console. */
import type { Service as Fetcher } from "@orbweaver/core/network/Fetcher"
import type { Service as TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { JobKind, JobStatus } from "@orbweaver/core/model/Job"
import { Agent } from "@orbweaver/extraction/agent/Agent"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import * as Effect from "effect/Effect"
import { reader } from "../wire/decode.ts"
import type { Engines } from "../features/Engines.ts"
import type { Operation } from "../gate/Operation.ts"
import type { Operations } from "../gate/routes.ts"
import { scrape } from "../features/scrape/scrapeOnce.ts"
import { ScrapeRequest } from "../v2/schemas.ts"
import { scrapeOptions } from "../v2/wire.ts"
import { accountOperation, keyOperations } from "./account.ts"
import type { ApiConsole } from "./Api.ts"
import { callOperations } from "./calls.ts"
import { exportOperation } from "./downloads.ts"
import { imageOperation } from "./image.ts"
import { jobOperations } from "./jobs.ts"
import { optionFields } from "./optionFields.ts"
import { systemOperation } from "./system.ts"
import { type SystemHistory, systemHistoryOperation } from "./systemHistory.ts"

type Groups = (typeof ApiConsole)["groups"][keyof (typeof ApiConsole)["groups"]]

interface ConsoleServices {
  readonly history: SystemHistory
  readonly fetcher?: Fetcher | undefined
  readonly teams?: TeamStore | undefined
}

const session = (engines: Engines, { teams }: ConsoleServices): Operation => {
  const { batch, calls, crawler, engineOf, jobs, mapper, monitors, searcher, sessions } = engines
  const parts = Object.entries({
    jobs,
    crawl: crawler,
    batch,
    map: mapper,
    search: searcher,
    extract: engineOf(Extractor),
    agent: engineOf(Agent),
    activity: calls,
    monitors,
    sessions: sessions?.available === true ? sessions : undefined,
    teams
  })
    .filter(([, service]) => service !== undefined)
    .map(([name]) => name)
  return {
    kind: "status",
    work: ({ caller: { account, scopes } }) =>
      Effect.succeed({
        success: true,
        team: account.id,
        ...(account.keyName === undefined ? {} : { key: account.keyName }),
        scopes,
        parts,
        jobKinds: JobKind.literals,
        jobStatuses: JobStatus.literals
      })
  }
}

/** Options of forms, with the formats that this server has. */
const options = ({ formats }: Engines): Operation => ({
  kind: "status",
  work: () =>
    Effect.sync(() => {
      const fields = optionFields()
      return { ...fields, formats: fields.formats.filter((name) => formats?.names.includes(name) ?? true) }
    })
})

const readScrape = reader(ScrapeRequest)

/** What a page is made of, and which rule left out what. */
const explainedFormats = [{ type: "rawHtml" }, { type: "html" }, { type: "mainContentReport" }] as const

/** A scrape with the report of main content, whatever formats the request names. */
const explain = (engines: Engines): Operation => {
  return scrape(engines, {
    read: readScrape,
    options: (body) => scrapeOptions({ ...body, formats: explainedFormats })
  })
}

export const operationsConsole = (engines: Engines, services: ConsoleServices): Operations<Groups> => ({
  session: session(engines, services),
  options: options(engines),
  explain: explain(engines),
  image: imageOperation(services.fetcher),
  ...jobOperations(engines),
  jobExport: exportOperation(engines),
  ...callOperations(engines),
  account: accountOperation(engines.ledger),
  ...keyOperations(services.teams),
  system: systemOperation(engines),
  systemHistory: systemHistoryOperation(services.history)
})
