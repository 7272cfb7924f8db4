/** Flags of commands that run until they are stopped, whose settings may stand in a file. */
import * as stores from "../stores/stores.ts"
import { pageFlags, storeFlags } from "./adapters.ts"
import * as config from "./config.ts"
import { logFlag } from "./observability.ts"

export const serverFlags = {
  cacheSharing: stores.cacheSharing,
  config: config.file,
  log: logFlag,
  ...storeFlags,
  ...pageFlags
}
