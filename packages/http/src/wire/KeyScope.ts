/**
 * The part of the API that an endpoint belongs to, for keys that are limited to some: an annotation of a group of endpoints,
 * or of a single one, where they are defined. A group without one is about the team as a whole, and needs `read`, `write` or `admin`.
 */
import type { Area } from "@orbweaver/core/accounts/ApiKeys"
import * as Context from "effect/Context"

export const KeyScope = Context.Reference<Area | "any" | undefined>("@orbweaver/http/KeyScope", {
  defaultValue: () => undefined
})
