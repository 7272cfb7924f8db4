/** Where an error belongs: at the input that it speaks of, where it names one. */
import { ApiError } from "../connection/failure.ts"
import { type FieldProblems, InvalidOption } from "./typed.ts"

/** The input for the target, by what requests call it. */
export const targetField = "target"
const targetNames = new Set(["url", "urls", "query"])

/** Members of a request that hold options. */
const nests = new Set(["scrapeOptions"])

interface Detail {
  readonly path?: ReadonlyArray<unknown>
  readonly message?: string
}

const nameOf = ({ path = [] }: Detail): string => {
  const [first, second] = path.map(String)
  const name = (nests.has(first ?? "") ? second : first) ?? ""
  return targetNames.has(name) ? targetField : name
}

export const fieldProblems = (error: unknown): FieldProblems => {
  if (error instanceof InvalidOption) return { [error.option]: error.message }
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {}
  return Object.fromEntries(error.details.map((detail: Detail) => [nameOf(detail), detail.message ?? "is invalid"]))
}
