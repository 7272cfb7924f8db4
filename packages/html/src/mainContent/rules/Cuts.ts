/**
 * What is left out of a page. Rules cut through here alone, so that a rule can be switched off, and what is immune (the
 * title of the page and what holds it) stays whatever a rule says.
 */
import type { Tree } from "../../tree/Tree.ts"
import { Rule, type RuleName } from "./Rule.ts"

export class Cuts {
  /** A `Rule` where a subtree is left out, 0 elsewhere. */
  readonly drop: Uint8Array
  private readonly immune: Uint8Array
  private readonly isOff = new Uint8Array(256)

  constructor({ memory, size }: Tree, without: ReadonlyArray<RuleName> = []) {
    const both = memory.takeZeroed(2 * size)
    this.drop = new Uint8Array(both, 0, size)
    this.immune = new Uint8Array(both, size, size)
    for (const name of without) this.isOff[Rule[name]] = 1
  }

  /** Makes a node and all that holds it immune. */
  protect({ parent }: Tree, node: number): void {
    for (let at = node; at >= 0 && this.immune[at] === 0; at = parent[at]!) this.immune[at] = 1
  }

  isImmune(node: number): boolean {
    return this.immune[node] === 1
  }

  /** Leaves a subtree out; false where it stays, so that its parts are to be judged. */
  cut(node: number, rule: number): boolean {
    if (this.immune[node] === 1 || this.isOff[rule] === 1) return false
    this.drop[node] = rule
    return true
  }

  /** Gives back what was cut. */
  restore(node: number): void {
    this.drop[node] = 0
  }
}
