/** What an answer warns of. */

/** The body of an answer that may warn. */
export type Warned = { readonly warning?: string | undefined } & Readonly<Record<string, unknown>>

/** Sentences as one text; `undefined` of none. */
export const sentences = (notes: ReadonlyArray<string>): string | undefined =>
  notes.length === 0 ? undefined : notes.join(" ")

/** The answer, with a warning about unsupported options before its own warning. */
export const withWarning = <A extends { readonly warning?: string | undefined }>(
  answer: A,
  warning: string | undefined
): A =>
  warning === undefined
    ? answer
    : { ...answer, warning: answer.warning === undefined ? warning : `${warning} ${answer.warning}` }

/** The answer, with those sentences before its own warning that are not in it. */
export const withNotes = <A extends { readonly warning?: string | undefined }>(
  answer: A,
  notes: ReadonlyArray<string>
): A => withWarning(answer, sentences(notes.filter((note) => answer.warning?.includes(note) !== true)))
