/**
 * Mail: single messages (`.eml`), mailboxes of many (`.mbox`), and messages as Outlook stores them (`.msg`). Attachments
 * are listed, and read when that is asked for.
 */
import { decode, textMark } from "@orbweaver/core/internal/reading/Encodings"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { isCompound } from "../bytes/compoundFile.ts"
import { damaged } from "../model/failure.ts"
import { page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"
import type { Message } from "./Message.ts"
import { readMime } from "./readMime.ts"
import { readMsg } from "./readMsg.ts"
import { writeMessage, type WriteOptions } from "./writeMessage.ts"

export const readMail: Reader = async (file, { caps, innerFiles }, signal, _progress, readInner): Promise<Parsed> => {
  const { bytes, isUtf8 } = withoutStart(file.bytes)
  const reading = innerFiles === true ? readInner : undefined
  const mailbox = isCompound(bytes) ? [] : messagesOf(bytes, caps.maxPages + 1)
  if (mailbox.length > 1) return readMailbox(mailbox, isUtf8, { caps, level: 2, readInner: reading, signal })
  const message = isCompound(bytes) ? await readMsg(bytes, caps) : await readMime(mailbox[0] ?? bytes, isUtf8)
  if (
    message.from.length === 0 &&
    message.subject === "" &&
    message.body.length === 0 &&
    message.attachments.length === 0
  )
    throw damaged("it has no header and no text of a message")
  const { html, unread, warnings } = await writeMessage(message, { caps, level: 1, readInner: reading, signal })
  return page(html, { metadata: metadataOf(message), warnings: [...warnings, ...unreadWarning(unread)] })
}

/**
 * A byte order mark and white space may precede a message that a program had as text. The letters of a file with such a
 * mark are UTF-8, whatever its parts say.
 */
const withoutStart = (file: Uint8Array): { readonly bytes: Uint8Array; readonly isUtf8: boolean } => {
  const mark = textMark(file)
  const text =
    mark === undefined ? file : mark === "utf-8" ? file.subarray(3) : new TextEncoder().encode(decode(file, mark))
  let start = 0
  while (start < text.length && text[start]! <= 0x20) start++
  return { bytes: isCompound(file) ? file : text.subarray(start), isUtf8: mark !== undefined }
}

/** Characters of HTML of a mailbox; formats read about as much of a page. */
const maxLength = 8_000_000

const readMailbox = async (
  files: ReadonlyArray<Uint8Array>,
  isUtf8: boolean,
  options: WriteOptions
): Promise<Parsed> => {
  const parts: Array<string> = []
  const warnings: Array<string> = []
  let left = maxLength
  let unread = 0
  let read = 0
  for (const file of files.slice(0, options.caps.maxPages)) {
    options.signal?.throwIfAborted()
    if (left <= 0) break
    const made = await writeMessage(await readMime(file, isUtf8), options)
    left -= made.html.length
    unread += made.unread
    parts.push(`<article>\n${made.html}\n</article>`)
    for (const warning of made.warnings) if (warnings.length < 50 && !warnings.includes(warning)) warnings.push(warning)
    read++
  }
  if (read < files.length) warnings.push(`Only the first ${read} messages of the mailbox were read (maxPages).`)
  return page(parts.join("\n"), {
    metadata: { numMessages: read },
    warnings: [...warnings, ...unreadWarning(unread)]
  })
}

const unreadWarning = (count: number): ReadonlyArray<string> =>
  count === 0
    ? []
    : [`Attachments are listed and not read (${count}): parsers: [{ type: "mail", attachments: true }] reads them.`]

const metadataOf = ({ date, from, subject }: Message): Readonly<Record<string, string>> => {
  const [author] = from
  return {
    ...(subject === "" ? {} : { title: subject }),
    ...(author === undefined ? {} : { author: author.name === "" ? author.address : author.name }),
    ...(date === undefined ? {} : { publishedTime: date })
  }
}

const newline = 0x0a

/**
 * The messages of a mailbox (RFC 4155): each begins with a line `From ` behind an empty line, followed by a header; lines
 * of a text that begin so are marked with `>`, which is taken away. At most `limit`.
 */
const messagesOf = (bytes: Uint8Array, limit: number): ReadonlyArray<Uint8Array> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 5).toString("latin1") !== "From ") return []
  const starts: Array<number> = [0]
  for (
    let at = buffer.indexOf("\nFrom ", 0);
    at >= 0 && starts.length < limit;
    at = buffer.indexOf("\nFrom ", at + 1)
  ) {
    const before = at === 0 || buffer[at - 1] === newline || (buffer[at - 1] === 0x0d && buffer[at - 2] === newline)
    const end = buffer.indexOf(newline, at + 1)
    // A line of text may begin with the word.
    if (before && end > 0 && /^[\w-]{1,60}:/.test(buffer.subarray(end + 1, end + 80).toString("latin1")))
      starts.push(at + 1)
  }
  const ends = [...starts.slice(1), bytes.length]
  return starts.map((start, index) => {
    const line = buffer.indexOf(newline, start)
    const own = buffer.subarray(line < 0 ? ends[index]! : Math.min(line + 1, ends[index]!), ends[index])
    return own.includes("\n>From ")
      ? Buffer.from(own.toString("latin1").replaceAll(/\n>(>{0,20}From )/g, "\n$1"), "latin1")
      : own
  })
}
