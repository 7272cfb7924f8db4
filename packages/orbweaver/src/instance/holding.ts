/** Keeps the process running while there is work: everything else of an instance lets it exit. */
import { clearInterval, setInterval } from "node:timers"

export interface ProcessHold {
  /** Keeps the process running until the function it gives is called. */
  readonly hold: () => () => void
}

export const make = (): ProcessHold => {
  let holds = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    hold: () => {
      holds += 1
      timer ??= setInterval(() => undefined, 2 ** 31 - 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        holds -= 1
        if (holds > 0) return
        clearInterval(timer)
        timer = undefined
      }
    }
  }
}
