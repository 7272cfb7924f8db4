/**
 * The page that the benchmark renders: built by scripts, with the weight of the
 * median page of the HTTP Archive (about 600 KB of scripts in several files,
 * 80 KB of styles, fifteen pictures), cacheable as such files are.
 *
 * Runs as a process of its own, so that serving does not slow the client:
 * prints its port on the first line.
 */
import { createServer } from "node:http"
import { crc32, deflateSync } from "node:zlib"

const scripts = Array.from({ length: 10 }, (_, file) =>
  Array.from(
    { length: 600 },
    (_, index) =>
      `function part${file}_${index}(list){const out=[];for(const item of list){if(item.id%${index + 2}===0)out.push({...item,tag:"t${index}"})}return out.length>3?out.slice(0,3):out}`
  )
    .concat(
      `(window.parts??=[]).push([${Array.from({ length: 60 }, (_, index) => `part${file}_${index * 10}`).join(",")}])`
    )
    .join("\n")
)

const main = `
const start = async () => {
  const { items } = await (await fetch("/data.json" + location.search)).json()
  const root = document.getElementById("root")
  for (const group of window.parts) for (const part of group) part(items)
  for (const item of items) {
    const article = document.createElement("article")
    article.innerHTML = "<h2>" + item.title + "</h2><p>" + item.text + "</p><img alt='' src='/picture/" + (item.id % 15) + ".png'>"
    root.append(article)
  }
  document.title = "Built"
}
start()`

const styles = Array.from(
  { length: 900 },
  (_, index) =>
    `.card-${index} > .title:not(.small) { margin: ${index % 7}px; color: #${(index * 7919).toString(16).slice(0, 6).padStart(6, "0")} }`
).join("\n")

const data = JSON.stringify({
  items: Array.from({ length: 60 }, (_, id) => ({
    id,
    title: `Item ${id}`,
    text: "Words that fill a line of text. ".repeat(12)
  }))
})

const html = `<!doctype html><html><head><title>Loading</title><link rel="stylesheet" href="/main.css"></head>
<body><div id="root"></div>${scripts.map((_, file) => `<script src="/part${file}.js"></script>`).join("")}<script src="/main.js"></script></body></html>`

const chunk = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(type, 4, "latin1")
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])))
  return Buffer.concat([head, body, sum])
}

/** A PNG of 160 by 120 noisy pixels: about 58 KB. */
const picture = (seed: number) => {
  const rows = Buffer.alloc(120 * (160 * 3 + 1))
  let state = seed + 1
  for (let index = 0; index < rows.length; index++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    rows[index] = index % 481 === 0 ? 0 : state >> 16
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(160)
  header.writeUInt32BE(120, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))
  ])
}
const pictures = Array.from({ length: 15 }, (_, index) => picture(index))

const answer = (path: string): readonly [type: string, body: string | Buffer, cacheable: boolean] | undefined => {
  if (path.startsWith("/page")) return ["text/html; charset=utf-8", html, false]
  if (path === "/main.js") return ["text/javascript", main, true]
  if (path === "/main.css") return ["text/css", styles, true]
  if (path.startsWith("/data.json")) return ["application/json", data, false]
  const script = /^\/part(\d)\.js$/.exec(path)?.[1]
  if (script !== undefined) return ["text/javascript", scripts[Number(script)]!, true]
  const image = /^\/picture\/(\d+)\.png$/.exec(path)?.[1]
  return image === undefined ? undefined : ["image/png", pictures[Number(image)]!, true]
}

const server = createServer((request, response) => {
  const found = answer((request.url ?? "/").replace(/\?.*$/, ""))
  if (found === undefined) return void response.writeHead(404).end()
  const [type, body, cacheable] = found
  response.writeHead(200, { "content-type": type, ...(cacheable ? { "cache-control": "public, max-age=600" } : {}) })
  response.end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`)
})
