/** An error in the words of the server. */
import { ApiError } from "../connection/failure.ts"

export const messageOf = (error: unknown): string =>
  error instanceof ApiError
    ? [error.message, error.code, detailsOf(error.details)].filter(Boolean).join(" · ")
    : error instanceof Error
      ? error.message
      : String(error)

const detailsOf = (details: unknown): string =>
  Array.isArray(details)
    ? details
        .map(
          (detail: { readonly path?: ReadonlyArray<unknown>; readonly message?: unknown }) =>
            `${(detail.path ?? []).join(".")}: ${String(detail.message)}`
        )
        .join("; ")
    : ""

export const Problem = ({ error }: { readonly error: unknown }) =>
  error === undefined ? null : (
    <p class="problem" role="alert">
      {messageOf(error)}
    </p>
  )
