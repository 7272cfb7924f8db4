/** The classes of `jobs/errors.ts`, which load the library when one of them is made or read. `instanceof` loads nothing. */
import { isMarked } from "@orbweaver/core/internal/model/errorMark"
import type * as Errors from "../jobs/errors.ts"
import { packed } from "./load.ts"

type Name = keyof typeof Errors

const errorClass = <N extends Name>(name: N): (typeof Errors)[N] => {
  const real = () => packed()[name]
  const isOfClass = (value: unknown) => isMarked(value, name)
  // A function, since a proxy may give another `prototype` for it.
  const standIn: object = function () {}
  const proxy: object = new Proxy(standIn, {
    // What extends the class asks for its members too.
    get: (_, key, asked) =>
      key === Symbol.hasInstance && asked === proxy ? isOfClass : Reflect.get(real(), key, asked),
    has: (_, key) => Reflect.has(real(), key),
    construct: (_, input, target) => Reflect.construct(real(), input, target)
  })
  return proxy as (typeof Errors)[N]
}

export const BrowserSessionNotFound = errorClass("BrowserSessionNotFound")
export const TooManyBrowserSessions = errorClass("TooManyBrowserSessions")
export const ProfileInUse = errorClass("ProfileInUse")
export const ProfileNotFound = errorClass("ProfileNotFound")
export const ProfilesUnavailable = errorClass("ProfilesUnavailable")
export const ProfileUnreadable = errorClass("ProfileUnreadable")
export const TooManyProfiles = errorClass("TooManyProfiles")
export const CaptureError = errorClass("CaptureError")
export const FormatError = errorClass("FormatError")
export const UnknownFormat = errorClass("UnknownFormat")
export const ErasureBlocked = errorClass("ErasureBlocked")
export const InvalidInput = errorClass("InvalidInput")
export const JobNotFound = errorClass("JobNotFound")
export const AgentThreadBusy = errorClass("AgentThreadBusy")
export const AgentThreadNotFound = errorClass("AgentThreadNotFound")
export const AgentUnavailable = errorClass("AgentUnavailable")
export const MonitorBusy = errorClass("MonitorBusy")
export const MonitorNotFound = errorClass("MonitorNotFound")
export const TooManyMonitors = errorClass("TooManyMonitors")
export const InsufficientCredits = errorClass("InsufficientCredits")
export const SearchError = errorClass("SearchError")
export const StepError = errorClass("StepError")
export const StoreError = errorClass("StoreError")
export const InstanceClosed = errorClass("InstanceClosed")
export const NothingReached = errorClass("NothingReached")
export const WaitTimedOut = errorClass("WaitTimedOut")
export const DataMismatch = errorClass("DataMismatch")
export const WarcError = errorClass("WarcError")
