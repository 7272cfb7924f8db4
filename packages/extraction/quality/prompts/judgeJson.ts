/** Reads each prompt of the set by the grammar and compares the fields. */
import { promptSchema } from "../../src/json/promptSchema.ts"
import { type JsonCase, jsonSentences } from "./jsonSentences.ts"

export const judgeJson = (sentences: ReadonlyArray<JsonCase> = jsonSentences) => {
  const misses = sentences.flatMap(({ fields, prompt }) => {
    const schema = promptSchema(prompt)
    const found = schema === undefined ? "nothing" : Object.keys(schema["properties"] as object).join(" ")
    const asked = fields === undefined ? "nothing" : fields.join(" ")
    return found === asked ? [] : [{ prompt, asked, found }]
  })
  return { misses, right: sentences.length - misses.length, total: sentences.length }
}
