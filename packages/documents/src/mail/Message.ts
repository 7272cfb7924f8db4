/** A message, whatever file it comes from. */
import type { Address } from "./headers.ts"

export interface Attachment {
  /** Its name without a folder; empty where it has none. */
  readonly name: string
  readonly mediaType: string
  readonly bytes: () => Uint8Array
  /** By which the HTML of the message shows it, without `<` and `>`. */
  readonly contentId?: string | undefined
  /** A message that was attached as such. */
  readonly message?: Message | undefined
}

export interface Message {
  readonly subject: string
  readonly from: ReadonlyArray<Address>
  readonly to: ReadonlyArray<Address>
  readonly cc: ReadonlyArray<Address>
  /** ISO 8601, or as the message writes it where that is no date. */
  readonly date: string | undefined
  readonly body: ReadonlyArray<Body>
  readonly attachments: ReadonlyArray<Attachment>
  readonly warnings: ReadonlyArray<string>
}

/** Texts of the message in order. */
export type Body =
  | { readonly kind: "html"; readonly html: string; readonly plain?: string | undefined }
  | { readonly kind: "plain"; readonly text: string; readonly flowed: boolean }
  | { readonly kind: "rtf"; readonly rtf: Uint8Array }
  /** Text whose lines are kept, such as a report of a failed delivery. */
  | { readonly kind: "report"; readonly text: string }
