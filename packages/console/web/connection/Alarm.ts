/** A wait that can be cut short; a ring while nobody waits cuts the next wait short. */
const maxTimerMs = 2 ** 31 - 1

export class Alarm {
  #isRung = false
  #wake: (() => void) | undefined

  /** Whether it rang since somebody last waited for it. */
  get isRung(): boolean {
    return this.#isRung
  }

  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  /** Forgets a ring that nobody has waited for. */
  clear(): void {
    this.#isRung = false
  }

  /** Ends after this time, `Infinity` for none, or when the alarm rings. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#isRung = false
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(end, Math.min(ms, maxTimerMs))
      this.#wake = end
      if (this.#isRung) end()
    })
  }
}
