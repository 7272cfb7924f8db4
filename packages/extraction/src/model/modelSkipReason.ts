import type { Page } from "@orbweaver/core/reading/Page"

/**
 * Why no model is asked about the page; undefined when it may be. What stands in
 * place of a page is not worth its tokens.
 */
export const modelSkipReason = ({ outcome, response }: Page): string | undefined => {
  if (response.status >= 400) return `The page answered ${response.status}, so no model was asked.`
  return outcome?.kind === "blocked" ? "The page was not shown, so no model was asked." : undefined
}
