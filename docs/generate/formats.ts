/** Every built-in format: its field, what it gives, its options, and who offers it. */
import { builtInNames, definitionOfFormat } from "@orbweaver/core/model/formats/builtInFormats"
import type { FormatDefinition } from "@orbweaver/core/internal/model/formats/formatDefinition"
import { definitionOf } from "@orbweaver/core/internal/model/optionDefinition"
import { defaultText } from "./optionComments.ts"
import { anchored, code, hyphenated, page, table } from "./text.ts"

const cuts: Readonly<Record<FormatDefinition["cut"], string>> = {
  markdown: "between blocks",
  html: "between tags",
  plain: "between words or items",
  whole: "never: whole or left out",
  picture: "takes no tokens"
}

const files: Readonly<Record<FormatDefinition["files"], string>> = {
  always: "yes",
  never: "no",
  withAddress: "with a `url`"
}

/** Options of a format in one cell: which are required, and what an omitted one means. */
const optionsOf = ({ options = {} }: FormatDefinition): string =>
  Object.entries(options)
    .map(([name, schema]) => {
      const definition = definitionOf(schema)
      if (definition === undefined) return `${code(name)} (required)`
      return definition.default === undefined ? code(name) : `${code(name)} (${defaultText(definition)} when absent)`
    })
    .join(", ")

export const formatRow = (name: string, definition: FormatDefinition): ReadonlyArray<string> => [
  anchored(name, `format-${hyphenated(name)}`),
  definition.text,
  code(definition.field ?? name),
  optionsOf(definition),
  definition.needs === undefined ? "no" : "yes",
  files[definition.files],
  definition.v1 ? "v1, v2" : "v2",
  cuts[definition.cut]
]

export const formatsPage = (): string => {
  const rows = builtInNames.map((name) => formatRow(name, definitionOfFormat(name)))
  return page(
    {
      title: "Formats",
      order: 2,
      group: "Tables",
      alsoKnownAs:
        "list of all formats, output formats, markdown, html, rawHtml, links, images, json, summary, branding, attributes, metadata",
      isWide: true
    },
    [
      'A format is named in `formats`, by its name or as an object with `type` and its options: `{ type: "chunks", maxTokens: 300 }`. Each one fills one field of the document. The columns say whether it needs a browser, whether it is made of files too, which versions of the API have it, and where a budget of tokens cuts it. [Types of all options](options.md#format). A format that fails is named in `warning` and `metadata.formatErrors`, and the others stay.',
      table(["Format", "What it gives", "Field", "Options", "Browser", "Files", "HTTP", "Cut by a budget"], rows),
      "A format of your own is a value that you pass: see [formats of your own](../guide/own-format.md)."
    ]
  )
}
