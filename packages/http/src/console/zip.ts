/** A ZIP file (APPNOTE 6.3.10) as a stream: one entry in memory at a time, and a short line for each in the directory. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Zip, ZipDeflate } from "fflate"

interface ZipEntry {
  readonly name: string
  readonly text: string
}

const encoder = new TextEncoder()

export const zipParts = <E>(entries: Stream.Stream<ZipEntry, E>): Stream.Stream<Uint8Array, E> =>
  Stream.unwrap(
    Effect.sync(() => {
      let parts: Array<Uint8Array> = []
      let failure: Error | null = null
      const zip = new Zip((error, part) => {
        failure ??= error
        parts.push(part)
      })
      const take = Effect.suspend(() => {
        if (failure !== null) return Effect.die(failure)
        const taken = parts
        parts = []
        return Effect.succeed(taken)
      })
      const files = Stream.mapEffect(entries, ({ name, text }) => {
        const file = new ZipDeflate(name, { level: 6 })
        zip.add(file)
        file.push(encoder.encode(text), true)
        return take
      })
      const end = Stream.fromEffect(
        Effect.suspend(() => {
          zip.end()
          return take
        })
      )
      return Stream.flattenIterable(Stream.concat(files, end))
    })
  )
