/** What a monitor is, as stored text: encrypted where there is a key, since it has headers and webhooks. */
import type { StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { parseStored } from "./storedJson.ts"
import { isSealed, type Sealing } from "../support/sealing.ts"

export const encode = (id: string, value: StoredMonitor["value"], sealing: Sealing): string =>
  sealText(id, JSON.stringify(value), sealing)

/** One whose key is missing is given as it is stored, so that it keeps no other monitor back; so is one that is no JSON. */
export const decode = (id: string, text: string, sealing: Sealing): StoredMonitor["value"] => {
  const stored = parseStored(text)
  if (!isSealed(stored)) return stored
  const opened = sealing.open(id, stored)
  return opened === undefined ? stored : parseStored(opened)
}

/** Due monitors that are looked at to find some that can be read. */
export const maxDue = 1000

/** So many of the due monitors: those that this process can read first, so that the others keep none of them back. */
export const readableFirst = (due: ReadonlyArray<StoredMonitor>, limit: number): ReadonlyArray<StoredMonitor> =>
  [...due.filter(isReadable), ...due.filter((monitor) => !isReadable(monitor))].slice(0, limit)

export const isReadable = ({ value }: StoredMonitor): boolean => typeof value === "object" && !isSealed(value)

/** The text under the key that seals now; undefined where its own key is missing. */
export const reseal = (id: string, text: string, sealing: Sealing): string | undefined => {
  const stored = parseStored(text)
  const opened = isSealed(stored) ? sealing.open(id, stored) : text
  return opened === undefined ? undefined : sealText(id, opened, sealing)
}

const sealText = (id: string, text: string, sealing: Sealing): string => {
  const sealed = sealing.seal(id, text)
  return sealed === undefined ? text : JSON.stringify(sealed)
}
