/** Whether a crawl visits an address and, if not, which rule refused it. @experimental */

/** Why an address is not visited. */
export type SkipReason =
  | "unparsable"
  | "protocol"
  | "external"
  | "social"
  | "exclude"
  | "include"
  | "backward"
  | "fileType"
  | "pathDepth"
  | "tooLong"
  | "trap"
  | "robots"
  | "depth"
  | "limit"
  | "duplicate"
  | "redirect"
  | "erased"

export type Decision =
  | { readonly admit: true }
  | {
      readonly admit: false
      readonly reason: SkipReason
      /** What decided: a pattern, a robots line, a kind of trap. */
      readonly rule?: string | undefined
    }
