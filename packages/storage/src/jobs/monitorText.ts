/** What a monitor is, as stored text: encrypted where there is a key, since it has headers and webhooks. */
import type { StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { isSealed, type Sealing } from "../support/sealing.ts"

export const encode = (id: string, value: StoredMonitor["value"], sealing: Sealing): string =>
  sealText(id, JSON.stringify(value), sealing)

/** One whose key is missing is given as it is stored, so that it keeps no other monitor back. */
export const decode = (id: string, text: string, sealing: Sealing): StoredMonitor["value"] => {
  const stored = JSON.parse(text) as StoredMonitor["value"]
  if (!isSealed(stored)) return stored
  const opened = sealing.open(id, stored)
  return opened === undefined ? stored : (JSON.parse(opened) as StoredMonitor["value"])
}

/** The text under the key that seals now; undefined where its own key is missing. */
export const reseal = (id: string, text: string, sealing: Sealing): string | undefined => {
  const stored: unknown = JSON.parse(text)
  const opened = isSealed(stored) ? sealing.open(id, stored) : text
  return opened === undefined ? undefined : sealText(id, opened, sealing)
}

const sealText = (id: string, text: string, sealing: Sealing): string => {
  const sealed = sealing.seal(id, text)
  return sealed === undefined ? text : JSON.stringify(sealed)
}
