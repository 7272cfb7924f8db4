/** Every kind of file that is read, from the table of kinds itself. */
import { type Kind, kinds } from "@orbweaver/documents"
import { code, page, table } from "./text.ts"

const typesOf = ({ extensions, mediaTypes }: Kind): string =>
  [...extensions.map((extension) => code(`.${extension}`)), ...mediaTypes.slice(0, 1).map(code)].join(" ")

export const fileRow = ([name, kind]: readonly [string, Kind]): ReadonlyArray<string> => [
  code(name),
  kind.files,
  kind.keeps,
  typesOf(kind),
  kind.needs === undefined ? "" : code(kind.needs)
]

export const filesPage = (): string =>
  page(
    {
      title: "Kinds of files",
      order: 3,
      group: "Tables",
      alsoKnownAs:
        "supported file types, supported formats of documents, file extensions, media types, eml, msg, mbox, ipynb, vtt, srt, vcf, ics, doc, xls, ppt, zip, tar",
      isWide: true
    },
    [
      "A file is known by its content, then by its media type, then by its extension. Web pages, Markdown, JSON, XML and plain text are read without a parser of this table. [Which parser reads a file](../guide/documents.md#which-parser-reads-a-file) says more.",
      table(
        ["Parser", "Files", "What is kept", "Extensions and type", "Package to install"],
        (Object.entries(kinds) as ReadonlyArray<readonly [string, Kind]>).toReversed().map(fileRow)
      ),
      'Members of `parsers`: `{ type: "pdf" }` with [options of its own](../guide/pdf.md), `{ type: "image" }` for [pictures](../guide/scans.md), `{ type: "mail", attachments: true }`, `{ type: "archive", members: true }`, `{ type: "notebook", pictures: true }`, `{ type: "pptx", comments: true, hidden: true }`. [Comments and what is hidden](../guide/documents.md#comments-and-what-is-hidden) says which kinds have these two. A parser of your own is a value that you pass: see [parsers of your own](../guide/own-format.md#steps-and-parsers).'
    ]
  )
