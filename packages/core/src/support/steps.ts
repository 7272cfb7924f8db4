/** Long work as a generator that pauses; without effects, so that threads load little for it. */

/** Work with its pauses, and what it comes to. */
export type Steps<A> = Generator<void, A>

/** For small work, or where nothing waits. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
