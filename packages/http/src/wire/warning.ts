/** What an answer warns of. */

/** The body of an answer that may warn. */
export type Warned = { readonly warning?: string } & Readonly<Record<string, unknown>>

/** The answer, with a warning about unsupported options before its own warning. */
export const withWarning = <A extends { readonly warning?: string }>(answer: A, warning: string | undefined): A =>
  warning === undefined
    ? answer
    : { ...answer, warning: answer.warning === undefined ? warning : `${warning} ${answer.warning}` }
