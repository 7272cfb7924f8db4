import type { Page } from "@orbweaver/core/reading/Page"

/**
 * Why no model is used about the page; undefined when it may be. What stands in
 * place of a page is not worth its tokens.
 */
export const modelSkipReason = ({ modelRefusal, outcome, response }: Page): string | undefined => {
  if (modelRefusal !== undefined) return modelRefusal
  if (response.status >= 400) return `The page answered ${response.status}, so no model was called.`
  return outcome?.kind === "blocked" ? "The page was blocked or empty, so no model was called." : undefined
}
