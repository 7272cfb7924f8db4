// A thread that tries the inputs of one target, from a number on, and says of each that it begins.
import { parentPort, workerData } from "node:worker_threads"
import { failureOf, shrink } from "./check.ts"
import { read } from "./corpus.ts"
import { inputOf } from "./inputOf.ts"
import { targets } from "./targets.ts"

const { deadline, from, name, seed } = workerData as {
  readonly name: string
  readonly seed: number
  readonly from: number
  /** Milliseconds since 1970. */
  readonly deadline: number
}
const target = targets.find((each) => each.name === name)!
const corpus = read(target).map(({ input }) => input)
const check = target.open()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: object): void => parentPort!.postMessage(message)
for (let at = from; Date.now() < deadline; at++) {
  tell({ at })
  const input = inputOf(target, corpus, seed, at)
  const why = await failureOf(check, input)
  if (why !== undefined) tell({ at, why, input: await shrink(check, input) })
}
await check.close?.()
tell({ done: true })
