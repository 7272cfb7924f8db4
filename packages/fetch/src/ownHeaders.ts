/** Headers that an application gives an engine for every request. */
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { checkGiven, type HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"

/** With lower-case names. Throws `InvalidInput` where they cannot be sent. */
export const ownHeaders = (headers: HeadersInput = {}): Readonly<Record<string, string>> => {
  const checked = checkGiven(headers)
  if (!checked.ok) throw invalid("fetcher options", ["headers"], checked.problem)
  return checked.headers
}
