/**
 * Why a file could not be read, as plain data: readers also run in worker
 * threads, where no Effect is loaded, and their failures are posted back.
 */
export type Failure =
  | {
      readonly kind: "unreadable"
      readonly why: "encrypted" | "damaged" | "scanned" | "too-many-pages" | "too-slow" | "too-much-memory"
      readonly detail: string
    }
  | { readonly kind: "too-large"; readonly limitBytes: number }
  | {
      readonly kind: "unsupported"
      /** Kind of file, in words that begin a sentence or end one. */
      readonly what: string
      /** What would read it. */
      readonly needs?: string | undefined
    }

/** The only error a reader throws on purpose; anything else that escapes one counts as a damaged file. */
export class ReadFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.kind)
    this.failure = failure
  }
}

export const damaged = (detail: string) => new ReadFailure({ kind: "unreadable", why: "damaged", detail })

export const encrypted = (detail: string) => new ReadFailure({ kind: "unreadable", why: "encrypted", detail })

export const tooLarge = (limitBytes: number) => new ReadFailure({ kind: "too-large", limitBytes })

export const unsupported = (what: string, needs?: string) => new ReadFailure({ kind: "unsupported", what, needs })

export const failureOf = (error: unknown): Failure =>
  error instanceof ReadFailure ? error.failure : { kind: "unreadable", why: "damaged", detail: detailOf(error) }

/** Words for what a parser threw, which may be anything. */
export const detailOf = (error: unknown): string =>
  (error instanceof Error ? error.message : typeof error === "string" ? error : "") || "its structure cannot be read"
