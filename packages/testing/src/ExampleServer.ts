/** What the tests of the example servers share: start one, scrape through it, and ask for the host's own page. */
import type { AddressInfo } from "node:net"
import * as TestSite from "./TestSite.ts"

export interface Started {
  readonly server: { readonly address: () => AddressInfo | string | null }
  readonly close: () => Promise<unknown>
}

export interface Answers {
  /** The Markdown of the site's `/page`. */
  readonly markdown: string
  /** What the host itself answers at `/`. */
  readonly own: string
  /** With which code the watcher of a batch was closed. */
  readonly watched: number
}

const post = async (address: string, body: object): Promise<unknown> => {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(body)
  })
  return response.json()
}

/** `prefix` is where the example has put the API. */
export const visit = async (
  start: (options: { readonly allowLocal: boolean; readonly port: number }) => Promise<Started>,
  prefix = ""
): Promise<Answers> => {
  const site = await TestSite.start()
  const { close, server } = await start({ allowLocal: true, port: 0 })
  try {
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const api = `${host}${prefix}/v2`
    const page = site.url("/page").href
    const { data } = (await post(`${api}/scrape`, { url: page })) as { data: { markdown: string } }
    const { url } = (await post(`${api}/batch/scrape`, { urls: [page] })) as { url: string }
    const watcher = new WebSocket(url.replace("http", "ws"))
    const { code } = await new Promise<CloseEvent>((resolve) => watcher.addEventListener("close", resolve))
    const own = await fetch(`${host}/`, { headers: { connection: "close" } })
    return { markdown: data.markdown, own: await own.text(), watched: code }
  } finally {
    await close()
    await site.close()
  }
}
