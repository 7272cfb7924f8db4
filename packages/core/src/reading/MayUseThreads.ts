/**
 * Whether the small pages of this work may be converted on other threads while others wait for this one: for scrapes that
 * come in by themselves, as those of a server do. A page alone is read faster where it is.
 */
import * as Context from "effect/Context"

export const MayUseThreads: Context.Reference<boolean> = Context.Reference("@orbweaver/core/MayUseThreads", {
  defaultValue: () => false
})
