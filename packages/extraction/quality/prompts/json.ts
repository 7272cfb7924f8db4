/**
 * Prompts of the `json` format without a model: for how many the fields are exactly those that they ask for.
 *
 * `node --conditions=@orbweaver/source quality/prompts/json.ts`
 */
import { heldOutJson, jsonSentences } from "./jsonSentences.ts"
import { judgeJson } from "./judgeJson.ts"

for (const [set, sentences] of Object.entries({ known: jsonSentences, "held-out": heldOutJson })) {
  const { misses, right, total } = judgeJson(sentences)
  for (const { asked, found, prompt } of misses) {
    console.log(`  ${JSON.stringify(prompt)}\n    asks for ${asked}\n    got      ${found}`)
  }
  console.log(`json prompts, ${set}: ${right} of ${total} right (${((100 * right) / total).toFixed(1)} %)`)
}
