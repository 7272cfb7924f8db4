/** Files that are text, of every kind that `@orbweaver/documents` knows by its first lines. */
import { documents, Threads } from "@orbweaver/documents"
import { Effect, Exit, Scope } from "effect"
import type { Random } from "../Random.ts"
import { holds, type Target } from "../Target.ts"

const words = [
  "From: a@example.com\n",
  "Subject: =?utf-8?Q?=C3=A9?=\n",
  "Content-Type: multipart/mixed; boundary=b\n\n",
  "Content-Type: text/html; charset=utf-16\n\n",
  "Content-Type: message/rfc822\n\n",
  "Content-Transfer-Encoding: base64\n",
  "Content-Transfer-Encoding: quoted-printable\n",
  "--b\n",
  "--b--\n",
  "> ",
  "\nFrom x Mon\n",
  "BEGIN:VCALENDAR\n",
  "BEGIN:VEVENT\n",
  "DTSTART;TZID=X:20240101T000000\n",
  "BEGIN:VCARD\n",
  "TEL;TYPE=work:1\n",
  "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=\n",
  "END:VCARD\n",
  "WEBVTT\n\n",
  "00:01.000 --> 00:02.000\n",
  "<v Ann>",
  '"cells":[',
  '{"cell_type":"code","source":["x"],"outputs":[',
  '{"output_type":"stream","text":"y"}',
  '"nbformat":4}',
  "{\\rtf1 ",
  "\\trowd\\cellx9\\intbl\\cell\\row",
  "{\\footnote ",
  "<rss><channel><item>",
  '<article dtd-version="1.3"><front>',
  '"a""b",\n',
  "\t",
  "\u0000"
]

const beginnings = [
  "From: a@example.com\nSubject: x\n",
  "From x Mon\nFrom: a@example.com\nSubject: x\n",
  "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n",
  "BEGIN:VCARD\nFN:x\n",
  "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n",
  "1\n00:00:01,000 --> 00:00:02,000\nx\n",
  '{"cells":[{"cell_type":"markdown","source":"# x"}',
  "{\\rtf1 x",
  "<rss><channel><title>x</title>",
  '<article xmlns:mml="m" dtd-version="1.3"><front><article-meta><title-group><article-title>x'
]

export const files: Target = {
  name: "files",
  extension: "txt",
  words,
  generate: (random: Random) =>
    Buffer.from(
      `${random.of(beginnings)}${random.list(40, () => random.of(words)).join(random.of(["", "\n", " x "]))}`
    ),
  open: () => {
    const scope = Scope.makeUnsafe()
    const parsers = Effect.runSync(
      Effect.map(Threads.pool({ size: 1 }), (threads) => documents({ threads })).pipe(Scope.provide(scope))
    )
    const specs = { mail: { type: "mail", attachments: true }, notebook: { type: "notebook", pictures: true } } as const
    return {
      close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
      check: async (bytes) => {
        const parser = parsers.findLast(({ sniff }) => sniff?.(bytes) !== undefined)
        if (parser === undefined) return
        const answer = await Effect.runPromise(
          parser
            .parse({
              bytes,
              mediaType: parser.sniff?.(bytes) ?? "",
              charset: undefined,
              spec: parser.name === "mail" ? specs.mail : parser.name === "notebook" ? specs.notebook : undefined,
              url: new URL("https://site.example/file.txt")
            })
            .pipe(
              Effect.match({
                onFailure: (error) => `${error._tag}: ${error.message}`,
                onSuccess: ({ warnings = [] }) => warnings.join(" ")
              })
            )
        )
        holds(!/undefined|\[object|\bat .+:\d+:\d+/.test(answer), `the answer says nothing a reader can use: ${answer}`)
        holds(!/cannot be read \(too-|thread that was reading it ended/.test(answer), answer)
      }
    }
  }
}
