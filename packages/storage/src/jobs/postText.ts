/** What is posted of an event (`EventPost`), as stored text: encrypted where there is a key, since its headers are secrets. */
import type { EventPost } from "@orbweaver/core/jobs/Webhooks"
import * as Schema from "effect/Schema"
import type { Sealing } from "../support/sealing.ts"
import * as MonitorText from "./monitorText.ts"

type Post = Pick<EventPost, "url" | "headers" | "body">

const isPost: (value: unknown) => value is Post = Schema.is(
  Schema.Struct({ url: Schema.String, headers: Schema.Record(Schema.String, Schema.String), body: Schema.String })
)

export const encode = ({ body, headers, id, url }: EventPost, sealing: Sealing): string =>
  MonitorText.encode(id, { url, headers, body }, sealing)

/** Undefined for one whose key is missing, and for a dead letter. */
export const decode = (id: string, text: string, sealing: Sealing): Post | undefined => {
  const post = MonitorText.decode(id, text, sealing)
  return isPost(post) ? post : undefined
}

/** Stands for what a dead letter had. */
export const none = "null"

/** SQL condition that a text in `column`, if there is one, is not encrypted, or by one of the keys in the list `names`. */
export const isReadable = (column: string, names: (column: string) => string): string =>
  `(${column} IS NULL OR substr(${column}, 1, ${sealedBy.length}) <> '${sealedBy}' OR ${names(`substr(${column}, ${sealedBy.length + 1}, 16)`)})`

/** How a text that is encrypted begins; the name of its key follows. */
const sealedBy = '{"sealedBy":"'
