/** Keeps the reader's choice among tabs with the same labels, such as "Library" and "HTTP", on all pages. */
import { inBrowser, onContentUpdated } from "vitepress"

const key = "orbweaver-tab"

const labelOf = (input: Element): string | undefined =>
  input.parentElement?.querySelector(`label[for="${input.id}"]`)?.textContent ?? undefined

/** A click shows the tab: the theme listens for it. */
const show = (chosen: string): void => {
  for (const input of document.querySelectorAll<HTMLInputElement>(".vp-code-group input")) {
    if (!input.checked && labelOf(input) === chosen) input.click()
  }
}

export const keepTab = (): void => {
  if (!inBrowser) return
  onContentUpdated(() => {
    const chosen = localStorage.getItem(key)
    if (chosen !== null) show(chosen)
  })
  window.addEventListener("click", ({ isTrusted, target }) => {
    // A click on a label reaches its input as a second click, which only some browsers trust.
    const input = target instanceof HTMLLabelElement ? target.control : target
    if (!isTrusted || !(input instanceof HTMLInputElement) || !input.matches(".vp-code-group input")) return
    const chosen = labelOf(input)
    if (chosen === undefined) return
    const top = input.getBoundingClientRect().top
    localStorage.setItem(key, chosen)
    show(chosen)
    // Groups above may have become taller or shorter.
    window.scrollBy(0, input.getBoundingClientRect().top - top)
  })
}
