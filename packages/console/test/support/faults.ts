/** What is wrong with a page for who sees or hears it otherwise. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Fault {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<string>
}

/** Brings every colour on its way to another one to its end: what lies between them is nobody's choice, and no fault. */
const finishTransitions = `document.getAnimations().forEach((animation) => {
  if (animation instanceof CSSTransition) animation.finish()
})`

/** Serious faults of what is shown. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<Fault>> => {
  await page.evaluate(finishTransitions)
  await page.evaluate(axe)
  const found = (await page.evaluate(
    `axe.run({ exclude: ["iframe"] }, { iframes: false }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) })))`
  )) as ReadonlyArray<Fault>
  return found.filter(({ impact }) => impact === "serious" || impact === "critical")
}
