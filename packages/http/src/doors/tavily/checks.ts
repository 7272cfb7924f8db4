/** What both operations for Tavily's clients check in the same way: where the key is, and how an error is written. */
import { errorText } from "../../wire/ErrorBody.ts"
import type { Operation } from "../../gate/Operation.ts"
import { jsonType } from "../../wire/jsonText.ts"

export const tavilyChecks: Pick<Operation, "body" | "keyIn" | "writeError" | "writes"> = {
  writes: true,
  body: "json",
  // LangChain's community tools and other older clients send it in the body.
  keyIn: (body) => {
    const { api_key: key } = (body ?? {}) as { readonly api_key?: unknown }
    return typeof key === "string" ? key : undefined
  },
  // Clients show `detail.error`.
  writeError: (error) => ({ text: JSON.stringify({ detail: { error: errorText(error) } }), contentType: jsonType })
}
