/**
 * Starts an extraction over a file and works on it until it is killed.
 * Arguments: the file, the schema as JSON, the address of a model or nothing,
 * and the addresses to read.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"
import { worker } from "./extract.ts"

const [file = "", schema = "{}", model = "", ...urls] = process.argv.slice(2)
const orb = createOrbweaver({
  egress: { allowLocal: true },
  stores: sqlite(file),
  worker,
  ...(model === "" ? {} : { model: createOpenAICompatible({ name: "local", baseURL: model })("tiny") })
})
const { id } = await orb.startExtract({ urls, schema: JSON.parse(schema), scrapeOptions: { maxAge: 0 } })
process.stdout.write(`${id}\n`)
