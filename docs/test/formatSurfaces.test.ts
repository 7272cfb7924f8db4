// A format is added by its definition and the code that makes it: everything that names formats shows it by itself.
import { readFileSync } from "node:fs"
import { Document } from "@orbweaver/core/model/Document"
import {
  type BuiltInName,
  builtInNames,
  definitionOfFormat,
  formatFields
} from "@orbweaver/core/model/formats/builtInFormats"
import type { FormatDefinition } from "@orbweaver/core/internal/model/formats/formatDefinition"
import { option } from "@orbweaver/core/internal/model/optionDefinition"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { expect, it } from "vitest"
import { additions } from "../../scripts/house/additions.ts"
import { root, sourcesOf } from "../generate/comments.ts"
import { formatRow } from "../generate/formats.ts"
import { optionFields } from "../../packages/http/src/console/optionFields.ts"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { formatItem } from "../../packages/http/src/openapi/openapiDetails.ts"

const quotes: FormatDefinition = {
  text: "Sentences in quotation marks",
  field: "quoted",
  everyPage: false,
  options: {
    most: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })), {
      text: "Largest number of them",
      default: 20
    }),
    language: Schema.String
  },
  cut: "plain",
  files: "withAddress",
  v1: false,
  byName: false
}

it("the definition of a format is its row in the reference and its schema over HTTP", () => {
  expect(formatRow("quotes", quotes)).toEqual([
    "[`quotes`](#format-quotes)",
    "Sentences in quotation marks",
    "`quoted`",
    "`most` (20 when absent), `language` (required)",
    "no",
    "with a `url`",
    "v2",
    "between words or items"
  ])
  expect(formatItem("quotes", quotes)).toEqual({
    type: "object",
    title: "The format quotes",
    description: "Sentences in quotation marks",
    properties: {
      type: { type: "string", const: "quotes" },
      most: { type: "integer", minimum: 1, maximum: 100, description: "Largest number of them", default: 20 },
      language: { type: "string" }
    },
    required: ["type", "language"]
  })
})

it("each format is in the OpenAPI document and the console, and fills a field of the document", () => {
  const items = JSON.stringify(document().paths["/v2/scrape"])
  const fields = new Set(builtInNames.map((name) => definitionOfFormat(name).field ?? name))
  expect([...fields].toSorted()).toEqual(Object.keys(formatFields).toSorted())
  for (const name of builtInNames) {
    expect(items).toContain(`"title":"The format ${name}"`)
    expect(optionFields().formats).toContain(name)
    expect(Object.keys(Document.fields)).toContain(definitionOfFormat(name).field ?? name)
  }
})

it("a format with options stands in its definition, its code, and the assembly that loads it", () => {
  const packages = ["core", "extraction", "html", "http", "orbweaver"]
  const sources = packages.flatMap(sourcesOf)
  const name = "chunks" satisfies BuiltInName
  const files = sources.filter((file) =>
    new RegExp(`"${name}"|\\b${name}: \\{`).test(readFileSync(join(root, file), "utf8"))
  )
  const own = "packages/core/src/scrape/formats/Chunks.ts"
  expect(files.toSorted()).toEqual([...additions.format.changed, own].toSorted())
})
