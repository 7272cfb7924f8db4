/** Why an element that is there could not be clicked. */
import { stripVTControlCharacters } from "node:util"

/** Longest element that a message names, in characters. */
const maxElement = 200

const lines =
  /^\s*- (?:(?<cover><.+>)(?: subtree)? intercepts pointer events|element is (?<state>not \w+|outside of the viewport)|locator resolved to .*)$/gm

/**
 * The last reason in the call log that Playwright appends to the message of a click whose time was up, such as "it is not
 * enabled". Undefined where the log names no element that the selector matched.
 */
export const clickObstacle = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error)) return undefined
  const last = [...stripVTControlCharacters(cause.message).matchAll(lines)].at(-1)?.groups
  if (last === undefined) return undefined
  if (last.state !== undefined) return `it is ${last.state.replace("not stable", "still moving")}`
  if (last.cover === undefined) return "the page took too long"
  const cover = last.cover.replace(/ from (?=<)/, " of ")
  return `${cover.length > maxElement ? `${cover.slice(0, maxElement)}…` : cover} lies above it`
}
