/** What a run of one option, value or method comes to, and the one place that judges it. */
import type { World } from "./world.ts"

export const verdicts = ["works", "works differently", "accepted", "ignored", "no effect", "refused"] as const
export type Verdict = (typeof verdicts)[number]

export interface Row {
  /** An option, a value of one (`proxy: "stealth"`), or a method. */
  readonly name: string
  readonly verdict: Verdict
  /** How, or why. */
  readonly note: string
}

interface Finding {
  readonly verdict: Verdict
  readonly note: string
  /** What the server answered: its `warning` may say that the option is ignored. */
  readonly answer?: unknown
}

/** Uses one option by the client. Resolves with what was seen; fails with the client's error where the server refuses. */
export type Probe = (world: World) => Promise<Finding>
export type Probes = Readonly<Record<string, Probe>>

/** Options of one declaration of the client. */
export interface Table {
  readonly title: string
  /** Head of the declaration, such as `interface CrawlOptions`. */
  readonly declaration: string
  readonly probes: Probes
  /** Options that have their rows in other tables. */
  readonly elsewhere?: ReadonlyArray<string>
}

/** Whether the effect of the option was there. */
export const effect = (isThere: boolean, answer?: unknown): Finding => ({
  verdict: isThere ? "works" : "no effect",
  note: "",
  answer
})

/** As `effect`, where the effect is another than the documented one. */
export const otherEffect = (isThere: boolean, how: string, answer?: unknown): Finding => ({
  verdict: isThere ? "works differently" : "no effect",
  note: isThere ? how : "",
  answer
})

/** The option was taken; nothing outside the server shows whether it did anything. */
export const unseen = (why: string, answer?: unknown): Finding => ({ verdict: "accepted", note: why, answer })

/** The server's own words, where the client drops them. */
export const refusal = (words: string): Finding => ({ verdict: "refused", note: words })

export const judge = async (name: string, probe: Probe, world: World): Promise<Row> => {
  try {
    const { answer, note, verdict } = await probe(world)
    const warning = warningAbout(name, answer)
    return warning === undefined || verdict.startsWith("works")
      ? { name, verdict, note }
      : { name, verdict: "ignored", note: `\`warning\`: ${warning}` }
  } catch (error) {
    if (!isRefusal(error)) throw new Error(`The probe of ${name} failed`, { cause: error })
    return { name, verdict: "refused", note: error.message.replaceAll(/\s+/g, " ") }
  }
}

/** Errors of the client have the status of the answer; anything else is a fault of the probe. */
const isRefusal = (error: unknown): error is Error & { readonly status: number } =>
  error instanceof Error && "status" in error && typeof error.status === "number"

/** The sentence of a warning that names the option. */
const warningAbout = (name: string, answer: unknown): string | undefined => {
  if (typeof answer !== "object" || answer === null || !("warning" in answer)) return undefined
  const { warning } = answer
  const option = name.split(":")[0]!.toLowerCase()
  return typeof warning === "string" && warning.toLowerCase().includes(option) ? warning : undefined
}
