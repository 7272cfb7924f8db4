/** The errors that promise methods reject with: `error instanceof CaptureError`, or `error._tag`. */
export { BrowserSessionNotFound, TooManyBrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
export {
  ProfileInUse,
  ProfileNotFound,
  ProfilesUnavailable,
  ProfileUnreadable,
  TooManyProfiles
} from "@orbweaver/core/scrape/Profiles"
export { CaptureError, type CaptureReason } from "@orbweaver/core/model/CaptureError"
export { FormatError, UnknownFormat } from "@orbweaver/core/model/FormatError"
export { ErasureBlocked } from "@orbweaver/core/internal/jobs/ErasureBlocked"
export { InvalidInput } from "@orbweaver/core/model/InvalidInput"
export { JobNotFound } from "@orbweaver/core/model/Job"
export { AgentThreadBusy, AgentThreadNotFound } from "@orbweaver/extraction/internal/agent/AgentThread"
export { AgentUnavailable } from "@orbweaver/extraction/internal/agent/AgentUnavailable"
export { MonitorBusy, MonitorNotFound, TooManyMonitors } from "@orbweaver/extraction/internal/monitors/MonitorNotFound"
export { InsufficientCredits } from "@orbweaver/core/accounts/Ledger"
export { SearchError } from "@orbweaver/core/search/SearchProvider"
export { StepError } from "@orbweaver/core/model/StepError"
export { StoreError } from "@orbweaver/core/model/StoreError"
export { InstanceClosed } from "../instance/InstanceClosed.ts"
export { NothingReached } from "./NothingReached.ts"
export { WaitTimedOut } from "./WaitTimedOut.ts"
export { DataMismatch } from "../options/schemas.ts"
export { WarcError } from "../warc/WarcError.ts"
