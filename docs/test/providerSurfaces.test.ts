// A search provider is a module, its export, and its key in the environment of the command line.
import { expect, it } from "vitest"
import { additions } from "../../scripts/house/additions.ts"
import { sourcesWith } from "../../scripts/house/imports.ts"

it.each([
  ["Tavily", "tavily"],
  ["SearchApi", "searchapi"],
  ["Serper", "serper"]
])("%s stands in its module, among the exports, and in the environment", (module, name) => {
  const own = `packages/search/src/${module}.ts`
  const found = sourcesWith(new RegExp(`as ${module} from|\\b${module}\\.layer\\(|^ *name: "${name}"`, "m"))
  expect(found.toSorted()).toEqual([...additions["search provider"].changed, own].toSorted())
})
