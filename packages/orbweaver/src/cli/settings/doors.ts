/** Which doors `orbweaver serve` opens: endpoints for programs that speak another protocol. */
import type { Doors } from "@orbweaver/http/internal/doors/doors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { itemsOf } from "../flags/flags.ts"
import { usage } from "../output/exit.ts"

const doors = { reader: "reader", "open-webui": "openWebUi", tavily: "tavily", mcp: "mcp" } as const satisfies Readonly<
  Record<string, keyof Doors>
>

type Name = keyof typeof doors

const names = ["reader", "open-webui", "tavily", "mcp"] as const satisfies ReadonlyArray<Name>

export const doorFlag = Flag.Literals("door", names).pipe(
  Flag.withDescription(
    "Also answer another protocol: reader (GET /r/https://example.com), open-webui, tavily, mcp (tools for language models); may be repeated"
  ),
  Flag.atLeast(0)
)

/** The doors that were typed, else those of the setting, whose names stand between commas. */
export const openDoors = Effect.fnUntraced(function* (typed: ReadonlyArray<Name>, setting: Option.Option<string>) {
  const given = typed.length > 0 || Option.isNone(setting) ? typed : itemsOf(setting.value)
  const unknown = given.find((name) => !Object.hasOwn(doors, name))
  if (unknown !== undefined) {
    return yield* usage(`ORBWEAVER_DOORS has no door "${unknown}": expected ${names.join(", ")}`)
  }
  const opened: Doors = Object.fromEntries(names.map((name) => [doors[name], given.includes(name)]))
  return opened
})
