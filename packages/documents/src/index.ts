/** Readers of files, as parsers. */
export type { DocumentOptions, MakeParser } from "./parsers/documentParser.ts"
export * as Threads from "./threads/Threads.ts"
export { kinds, type KindName } from "./kinds/kinds.ts"
export type { Kind } from "./kinds/Kind.ts"
export { documentParsers, documents, layer, type LayerOptions } from "./parsers/Documents.ts"
export * from "./parsers/kindParsers.ts"
