// Child of main.ts: time and memory from nothing to the first Markdown of argv[2].
// Plain JavaScript: stripping types would load a compiler of 17 MB first.
const { createOrbweaver } = await import("orbweaver")
await using orb = createOrbweaver({ egress: { allowLocal: true } })
const { markdown } = await orb.scrape(process.argv[2])
console.log(JSON.stringify({ ms: performance.now(), rss: process.memoryUsage.rss(), length: markdown.length }))
