/** Everything of a deployment of one process, gone with it. */
import { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Layer from "effect/Layer"
import type { Options as SqliteOptions, Stores } from "./sqlite.ts"
import { politeness } from "./support/politeness.ts"
import * as Jobs from "./temporary/jobs.ts"
import * as Pages from "./temporary/pages.ts"

export interface Options extends Pick<SqliteOptions, "cacheBytes" | "politeness"> {}

/** What `createOrbweaver` has where no stores are given. Throws `InvalidInput` for an option that there is not. */
export const temporary = (options: Options = {}): Layer.Layer<Stores | CallLog, StoreError> => {
  Given.checkOptions("options of temporary", schemas, options)
  return Jobs.layer(options.politeness).pipe(
    Layer.provideMerge(Pages.layer({ maxBytes: options.cacheBytes })),
    Layer.merge(
      Layer.mergeAll(
        AnswerArchive.layerMemory(),
        CallLog.layerMemory,
        ClaimedKeys.layerMemory(),
        RateCounter.layerMemory,
        WaitingLines.layerMemory
      )
    )
  )
}

const schemas: Given.OptionSchemas<Options> = { politeness, cacheBytes: Given.number(0) }
