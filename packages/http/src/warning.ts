/** What an answer warns of. */

/** The answer, told first what was asked for and is not had; its own warning follows. */
export const withWarning = <A extends { readonly warning?: string }>(answer: A, warning: string | undefined): A =>
  warning === undefined
    ? answer
    : { ...answer, warning: answer.warning === undefined ? warning : `${warning} ${answer.warning}` }
