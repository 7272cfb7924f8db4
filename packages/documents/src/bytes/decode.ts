/** Text of bytes by the label that a file or a server gives. */
import { decode, encodingOf } from "@orbweaver/core/internal/reading/Encodings"

/** Text of the bytes in the encoding of that label; UTF-8 for an unknown label. */
export const decodeAs = (label: string, bytes: Uint8Array): string => decode(bytes, encodingOf(label) ?? "utf-8")
