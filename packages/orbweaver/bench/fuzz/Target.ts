import type { Random } from "./Random.ts"

/** One kind of input: how it is made, and what must hold of all of it. */
export interface Target {
  readonly name: string
  /** Of the files of its corpus. */
  readonly extension: string
  /** Words of the format that mutations put in. */
  readonly words: ReadonlyArray<string>
  readonly generate: (random: Random) => Uint8Array
  /** Opens what checks need. A check throws when something does not hold of the input. */
  readonly open: () => Check
}

export interface Check {
  readonly check: (input: Uint8Array) => void | Promise<void>
  readonly close?: () => Promise<void>
}

/** @throws AssertionError that names what does not hold */
export const holds = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(what)
}

export const textOf = (input: Uint8Array): string => new TextDecoder().decode(input)
