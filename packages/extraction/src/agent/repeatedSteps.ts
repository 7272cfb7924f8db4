/** Steps that an agent has taken before: they would come to the same again, and are not taken twice. */
import type { AgentStep } from "./AgentState.ts"

type Step = Pick<AgentStep, "tool" | "input">

/** Repetitions one after another until the agent has to answer. */
export const maxRepetitions = 2

/**
 * The number of the earlier step, from 1, that makes this one needless; nothing where there is none. A step that reads is
 * needless where each of its addresses was read before, or could not be.
 */
export const earlierStep = (steps: ReadonlyArray<AgentStep>, { input, tool }: Step): number | undefined => {
  const taken = steps.filter(({ isRepeated }) => isRepeated !== true)
  const found = tool === "read" ? lastOf(taken, input) : taken.find((step) => isSame(step, { input, tool }))
  return found === undefined ? undefined : steps.indexOf(found) + 1
}

const isSame = (left: Step, right: Step): boolean =>
  left.tool === right.tool && plain(left.input) === plain(right.input)

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim()

/** The step that read the last of the addresses, where all were read. */
const lastOf = (steps: ReadonlyArray<AgentStep>, input: string): AgentStep | undefined => {
  const readers = addressesOf(input).map((url) =>
    steps.find(({ input, tool }) => tool === "read" && addressesOf(input).includes(url))
  )
  return readers.length > 0 && readers.every((reader) => reader !== undefined) ? readers.at(-1) : undefined
}

/** A fragment is a place on the same page. */
const addressesOf = (input: string): ReadonlyArray<string> =>
  input.split(" ").flatMap((text) => {
    const url = URL.parse(text)
    if (url === null) return []
    url.hash = ""
    return [url.href]
  })

/** Whether it goes round in circles: its last steps were all taken before. */
export const isCircling = (steps: ReadonlyArray<AgentStep>): boolean =>
  steps.length >= maxRepetitions && steps.slice(-maxRepetitions).every(({ isRepeated }) => isRepeated === true)
