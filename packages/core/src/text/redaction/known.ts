/** Names and addresses that somebody found in one text of a page, as rules for all of its texts. */
import type { Entity } from "../../model/RedactPII.ts"
import { type Rule, usualLongest } from "./Rule.ts"

interface Known {
  readonly entity: Entity
  readonly text: string
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** As it may be written elsewhere: with other spaces, also across a line. */
const loosely = (text: string): string => text.trim().split(/\s+/).map(escaped).join("[\\s\\u00a0]{1,8}")

/** A rule for each entity; the longest text that fits wins. */
export const knownRules = (known: ReadonlyArray<Known>): ReadonlyArray<Rule> =>
  [...Map.groupBy(known, ({ entity }) => entity)].map(([entity, names]) => {
    const texts = [...new Set(names.map(({ text }) => text))].toSorted((one, other) => other.length - one.length)
    return {
      entity,
      longest: Math.max(usualLongest, 8 * (texts[0]?.length ?? 0)),
      pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.map(loosely).join("|")})(?![\\p{L}\\p{N}])`, "gu")
    }
  })
