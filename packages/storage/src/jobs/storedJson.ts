/** JSON as a row has it. */
import type * as Schema from "effect/Schema"

/** The value of a text; the text itself where it is damaged, so that one row keeps no other from being read. */
export const parseStored = (text: string): Schema.Json => {
  try {
    return JSON.parse(text) as Schema.Json
  } catch {
    return text
  }
}
