/** Distinguishes a definition of plain functions from a format, a step or a parser that is written with Effect. */
export const definitionMark = "~orbweaver/definition"

export type DefinitionKind = "format" | "parser" | "step"

export const isDefinition = <D extends object>(given: D): given is Extract<D, { readonly [definitionMark]: unknown }> =>
  definitionMark in given
