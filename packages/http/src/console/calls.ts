/** The list of calls that the console shows. */
import type { CallEntry, Service as CallLog } from "@orbweaver/core/accounts/CallLog"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { Engines } from "../features/Engines.ts"
import { offered } from "../features/notImplemented.ts"
import type { Call, Operation } from "../gate/Operation.ts"
import { wireError } from "../wire/ErrorBody.ts"
import { wholeNumber } from "../wire/query.ts"

const defaultCalls = 50
const maxCalls = 200

const one = (value: Call["query"][string]): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

const placeOf = (cursor: string | undefined): Pick<CallEntry, "at" | "id"> | undefined => {
  const match = /^(\d{1,15})_(.{1,100})$/.exec(cursor ?? "")
  return match === null ? undefined : { at: Number(match[1]), id: match[2]! }
}

/** `failed` or `succeeded`; anything else reads as left out. */
const outcomes: ReadonlyMap<string | undefined, boolean> = new Map([
  ["failed", true],
  ["succeeded", false]
])

const shown = (entry: CallEntry) => Struct.omit(entry, ["accountId", "request"])

const list =
  (calls: CallLog) =>
  ({ caller, query }: Call) => {
    const limit = Math.max(1, Math.min(wholeNumber(query["limit"]) ?? defaultCalls, maxCalls))
    const asked = {
      accountId: caller.account.id,
      endpoint: one(query["endpoint"]),
      failed: outcomes.get(one(query["outcome"])),
      site: one(query["site"]),
      text: one(query["search"]),
      after: placeOf(one(query["cursor"])),
      limit: limit + 1
    }
    return Effect.map(calls.list(asked), (found) => {
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        success: true,
        calls: page.map(shown),
        ...(found.length > limit && last !== undefined ? { cursor: `${last.at}_${last.id}` } : {})
      }
    })
  }

const missing = wireError(404, "Call not found")

const open =
  (calls: CallLog) =>
  ({ caller, params }: Call) =>
    Effect.flatMap(calls.find(caller.account.id, params["id"] ?? ""), (entry) =>
      entry === undefined
        ? Effect.fail(missing)
        : Effect.succeed({
            success: true,
            call: {
              ...shown(entry),
              ...(entry.request === undefined ? {} : { request: JSON.parse(entry.request) as unknown })
            }
          })
    )

export const callOperations = ({ calls }: Engines) => {
  const operation = (work: (calls: CallLog) => Operation["work"]): Operation =>
    offered(calls, "Lists of calls")({ kind: "status" }, (log, call) => work(log)(call))
  return { callList: operation(list), call: operation(open) }
}
