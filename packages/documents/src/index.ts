export type { DocumentOptions } from "./parsers/documentParser.ts"
export * as Threads from "./threads/Threads.ts"
export { kinds, type KindName } from "./kinds/kinds.ts"
export type { Kind } from "./kinds/Kind.ts"
export { documentParsers, documents, layer, type LayerOptions } from "./parsers/Documents.ts"
export {
  archive,
  article,
  asciidoc,
  calendar,
  contacts,
  csv,
  doc,
  docx,
  epub,
  feeds,
  image,
  latex,
  legacyOffice,
  mail,
  type MakeParser,
  notebook,
  odp,
  ods,
  odt,
  pdf,
  ppt,
  pptx,
  restructuredText,
  rtf,
  subtitles,
  xls,
  xlsx
} from "./parsers/kindParsers.ts"
