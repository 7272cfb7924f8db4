/** What scrapes of one process keep, gone with it. Opens no database before it must. */
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import type { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Layer from "effect/Layer"
import * as TemporaryPageCache from "./PageCache.ts"

export const layer = (
  options?: TemporaryPageCache.Options
): Layer.Layer<Ledger | LocalIndex | PageCache | ProfileStore | Snapshots> =>
  Layer.mergeAll(
    TemporaryPageCache.layer(options),
    Snapshots.layerMemory(),
    Ledger.layerMemory,
    LocalIndex.layerMemory(),
    ProfileStore.layerMemory
  )
