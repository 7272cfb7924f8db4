/** A mail server on loopback that takes every mail as plain text, and keeps it. */
import { createServer, type AddressInfo } from "node:net"

export const startMailServer = async () => {
  /** Each mail as it came, with its head. */
  const mails: Array<string> = []
  const server = createServer((socket) => {
    let text = ""
    let isData = false
    socket.setEncoding("utf8").on("error", () => undefined)
    socket.write("220 ready\r\n")
    socket.on("data", (chunk: string) => {
      text += chunk
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n"
        const at = text.indexOf(end)
        if (at === -1) return
        const part = text.slice(0, at)
        text = text.slice(at + end.length)
        if (isData) mails.push(part)
        socket.write(isData ? "250 taken\r\n" : replyTo(part))
        isData = !isData && /^DATA$/i.test(part)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    mails,
    settings: { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=never`, from: "orb@example.org" },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const replyTo = (command: string): string =>
  /^DATA$/i.test(command) ? "354 go on\r\n" : /^QUIT$/i.test(command) ? "221 bye\r\n" : "250 fine\r\n"
