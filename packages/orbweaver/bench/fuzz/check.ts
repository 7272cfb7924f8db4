import type { Check } from "./Target.ts"

/** Milliseconds that this thread may compute for one input of at most 64 kB, whatever else the machine does. */
const maxComputed = 10_000

const computed = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** What does not hold of an input; nothing when all does. */
export const failureOf = async ({ check }: Check, input: Uint8Array): Promise<string | undefined> => {
  const before = computed()
  try {
    await check(input)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  return computed() - before > maxComputed ? `it computed for more than ${maxComputed} ms` : undefined
}

/** A shorter input that fails as well, found by leaving parts out, in at most 300 tries. */
export const shrink = async (check: Check, input: Uint8Array): Promise<Uint8Array> => {
  let shortest = input
  let tries = 300
  for (let size = Math.ceil(input.length / 2); size >= 1 && tries > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < shortest.length && tries > 0; tries--) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)])
      if ((await failureOf(check, shorter)) === undefined) at += size
      else shortest = shorter
    }
  return shortest
}
