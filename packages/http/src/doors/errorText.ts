/** An error of the wire as one text, for protocols that have no list of issues. */
import { bodyOf, type WireError } from "../wire/ErrorBody.ts"

/** The error, and in a 400 the fields that it is about. */
export const errorText = (error: WireError): string => {
  const { details, error: text } = bodyOf(error)
  const issues = Array.isArray(details) ? details.flatMap(issueText) : []
  return issues.length === 0 ? text : `${text}: ${issues.join("; ")}`
}

const issueText = (issue: unknown): ReadonlyArray<string> => {
  if (typeof issue !== "object" || issue === null) return []
  const { keys, message, path } = issue as Readonly<Record<string, unknown>>
  const at = Array.isArray(path) ? path.join(".") : ""
  // The message of unknown keys is for clients of v2.
  const text = Array.isArray(keys) ? `unknown: ${keys.join(", ")}` : message
  return typeof text === "string" ? [at === "" ? text : `${at}: ${text}`] : []
}
