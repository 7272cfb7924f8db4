/**
 * What `orbweaver` exports where Node loads it: names that load the library when they are first used. The library is packed
 * with an Effect of its own (`scripts/standalone.ts`), which loads in half the time.
 *
 * An application that gives an adapter made with Effect gets the modules of `orbweaver/effect` instead, over the Effect
 * that made the adapter: an instance never runs on two.
 */
import type * as Library from "../index.ts"
import { overEffect, packed } from "./load.ts"
import { holdsEffect } from "./holdsEffect.ts"

export * from "./errors.ts"

/** Throws `InvalidInput` for an option that there is not, or whose value is of another kind. */
export const createOrbweaver: typeof Library.createOrbweaver = (options) =>
  (holdsEffect(options) ? overEffect() : packed()).createOrbweaver(options)

export const defineFormat: typeof Library.defineFormat = (definition) => packed().defineFormat(definition)

export const defineParser: typeof Library.defineParser = (definition) => packed().defineParser(definition)

export const defineStep: typeof Library.defineStep = (definition) => packed().defineStep(definition)
