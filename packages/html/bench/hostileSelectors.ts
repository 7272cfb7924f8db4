/** Selectors that are expensive on pages made for them. */

export interface HostileSelector {
  readonly selector: string
  readonly html: string
}

export const hostileSelectors = (n: number): ReadonlyArray<HostileSelector> => {
  const flat = "<i class=a></i>".repeat(n)
  const deep = "<div>".repeat(n)
  const chain = (part: string, times: number) => Array.from({ length: times }, () => part).join(" ")
  return [
    { html: flat, selector: chain("i ~", 20) + " i" },
    { html: flat, selector: "i:nth-child(3n+1):nth-last-child(2n)" },
    { html: flat, selector: "i:has(~ b)" },
    { html: flat, selector: ":not(:not(:not(:not(i ~ i ~ b))))" },
    { html: flat, selector: "i:only-of-type, i:last-of-type" },
    { html: deep, selector: chain("div", 30) + " b" },
    { html: deep, selector: "div:has(b)" },
    { html: deep, selector: "div:has(div:has(div:has(b)))" },
    { html: deep, selector: ":not(div div div div b) > :is(div, p):has(b i)" },
    { html: deep + "x".repeat(100_000), selector: "div:contains('y')" },
    { html: deep, selector: "div:empty, div:parent > b" },
    {
      html: `<p ${Array.from({ length: n }, (_, i) => `a${i}=1 `).join("")}>x`,
      selector: Array.from({ length: 500 }, (_, i) => `[b${i}]`).join(",")
    },
    {
      html: `<i class="${"x ".repeat(n)}">`.repeat(20),
      selector: Array.from({ length: 500 }, (_, i) => `.y${i}`).join("")
    }
  ]
}
