/** Makes office and e-book files of their parts. */
import { strToU8, type Zippable, zipSync } from "fflate"

/** Parts by path; a `mimetype` part is stored, as ODF and EPUB want it. */
export const zipFile = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array => {
  const files: Zippable = {}
  for (const [path, content] of Object.entries(parts)) {
    const bytes = typeof content === "string" ? strToU8(content) : content
    files[path] = path === "mimetype" ? [bytes, { level: 0 }] : bytes
  }
  return zipSync(files)
}

export interface RelationSpec {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly external?: boolean
}

export const relations = (list: ReadonlyArray<RelationSpec>): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ({ external = false, id, target, type }) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`
    )
    .join("")}</Relationships>`

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`

/** An Open XML package around its main part. */
export const officeFile = (
  main: string,
  parts: Readonly<Record<string, string | Uint8Array>>,
  mainRelations: ReadonlyArray<RelationSpec> = []
): Uint8Array => {
  const slash = main.lastIndexOf("/") + 1
  return zipFile({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations([{ id: "rId1", type: "officeDocument", target: main }]),
    [`${main.slice(0, slash)}_rels/${main.slice(slash)}.rels`]: relations(mainRelations),
    ...parts
  })
}

const w = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`

const styles = `<w:styles ${w}>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="My section"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
<w:style w:type="character" w:styleId="Fett"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
</w:styles>`

const level = (index: number, format: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`

const numbering = `<w:numbering ${w}>
<w:abstractNum w:abstractNumId="0">${level(0, "bullet")}${level(1, "decimal")}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, "decimal")}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
</w:numbering>`

/** A Word file with the given body; `more` holds further parts. */
export const docxFile = (
  body: string,
  more: Readonly<Record<string, string | Uint8Array>> = {},
  moreRelations: ReadonlyArray<RelationSpec> = []
): Uint8Array =>
  officeFile(
    "word/document.xml",
    {
      "word/document.xml": `<?xml version="1.0"?><w:document ${w}><w:body>${body}</w:body></w:document>`,
      "word/styles.xml": styles,
      "word/numbering.xml": numbering,
      ...more
    },
    [
      { id: "rIdS", type: "styles", target: "styles.xml" },
      { id: "rIdN", type: "numbering", target: "numbering.xml" },
      ...moreRelations
    ]
  )

/** A paragraph; `style` is a style identifier, `runs` are finished XML or text. */
export const p = (runs: string, style?: string, properties = ""): string =>
  `<w:p><w:pPr>${style === undefined ? "" : `<w:pStyle w:val="${style}"/>`}${properties}</w:pPr>${runs.startsWith("<") ? runs : run(runs)}</w:p>`

export const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

export const listed = (list: number, at: number): string =>
  `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`

export const coreXml = (fields: Readonly<Record<string, string>>): string =>
  `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c">${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</cp:coreProperties>`

const odf = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:fo="f" xmlns:draw="d" xmlns:svg="v" xmlns:xlink="x" xmlns:presentation="pr"`

/** An OpenDocument file: its type, automatic styles and what stands in `office:body`. */
export const odfFile = (
  kind: "text" | "spreadsheet" | "presentation",
  body: string,
  styles = "",
  more: Readonly<Record<string, string | Uint8Array>> = {}
): Uint8Array =>
  zipFile({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "content.xml": `<?xml version="1.0"?><office:document-content ${odf}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more
  })
