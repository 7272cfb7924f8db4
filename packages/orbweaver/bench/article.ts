/** A made-up article of about 50 KB with the furniture of a real page; the same bytes every time. */
export const article = (() => {
  const words =
    "harbour tide clock wheel brass slate moon spring gear tooth train dial keeper chart bell fog rope lamp stone quay".split(
      " "
    )
  let seed = 7
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648)
  const sentence = () => {
    const length = 8 + (next() % 14)
    const text = Array.from({ length }, () => words[next() % words.length]).join(" ")
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`
  }
  const paragraph = () => {
    const sentences = Array.from({ length: 4 + (next() % 4) }, sentence)
    sentences[1] = `<a href="/w/${next() % 500}">${sentences[1]}</a>`
    sentences[2] = `<em>${sentences[2]}</em>`
    return `<p>${sentences.join(" ")}</p>`
  }
  const section = (index: number) =>
    `<h2 id="s${index}">${sentence()}</h2>${Array.from({ length: 5 }, paragraph).join("\n")}<ul>${Array.from({ length: 5 }, () => `<li>${sentence()}</li>`).join("")}</ul>`
  const nav = Array.from(
    { length: 40 },
    (_, index) => `<li class="nav-item"><a href="/topic/${index}">${words[index % words.length]} ${index}</a></li>`
  ).join("")
  const table = `<table><tr><th>Name</th><th>Value</th></tr>${Array.from({ length: 20 }, (_, index) => `<tr><td>${words[index]}</td><td>${next() % 1000}</td></tr>`).join("")}</table>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The tidal clock</title>
<meta name="description" content="A clock that shows the tide."><link rel="canonical" href="/clock"></head><body>
<header><nav><ul>${nav}</ul></nav></header><main><article><h1>The tidal clock</h1>${Array.from({ length: 11 }, (_, index) => section(index)).join("\n")}${table}</article></main>
<footer><ul>${nav}</ul></footer></body></html>`
})()
