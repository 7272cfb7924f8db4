/** Lists of addresses: a file or stdin, one a line, as `wget -i` reads them. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { usage } from "../output/exit.ts"

/** Largest list, in bytes. */
const maxBytes = 64 * 1024 * 1024

/** The addresses of a file, or of stdin for `-`. Empty lines and those that begin with `#` are skipped. */
export const readUrls = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  let size = 0
  const lines = (file === "-" ? stdio.stdin : files.stream(file)).pipe(
    Stream.mapError(({ message }) => usage(message)),
    Stream.tap((chunk) => {
      size += chunk.byteLength
      return size <= maxBytes ? Effect.void : Effect.fail(tooLarge(file))
    }),
    // Leaves out a byte order mark.
    Stream.decodeText,
    Stream.splitLines,
    Stream.map((line) => line.trim()),
    Stream.filter((line) => line !== "" && !line.startsWith("#"))
  )
  return yield* Stream.runCollect(lines)
})

const tooLarge = (file: string) =>
  usage(`${file === "-" ? "stdin" : file}: a list of addresses has at most ${maxBytes / 1024 / 1024} MiB`)
