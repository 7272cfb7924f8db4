/**
 * Checks signatures of requests as a store does, from what the wire carried:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. `s3rver` checks none of version 4.
 */
import { createHash, createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signature {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payload: string
  readonly query: URLSearchParams
}

const signatureOf = ({ headers, url }: IncomingMessage): Signature | undefined => {
  const query = new URL(url ?? "", "http://localhost").searchParams
  const header = headers.authorization
  if (header !== undefined) {
    const field = (name: string) => new RegExp(`${name}=([^,]+)`).exec(header)?.[1] ?? ""
    return {
      credential: field("Credential"),
      signedHeaders: field("SignedHeaders"),
      signature: field("Signature"),
      date: String(headers["x-amz-date"]),
      payload: String(headers["x-amz-content-sha256"]),
      query
    }
  }
  const signature = query.get("X-Amz-Signature")
  if (signature === null) return undefined
  query.delete("X-Amz-Signature")
  return {
    credential: query.get("X-Amz-Credential") ?? "",
    signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
    signature,
    date: query.get("X-Amz-Date") ?? "",
    payload: "UNSIGNED-PAYLOAD",
    query
  }
}

/** `none` for a request without a signature. */
export const checkSignature = (request: IncomingMessage, secretKey: string): "good" | "wrong" | "none" => {
  const found = signatureOf(request)
  if (found === undefined) return "none"
  const { credential, date, payload, query, signature, signedHeaders } = found
  const [, day = "", region = "", service = "", terminator = ""] = credential.split("/")
  const path = decodeURIComponent(new URL(request.url ?? "", "http://localhost").pathname)
  const canonical = [
    request.method,
    path.split("/").map(encode).join("/"),
    [...query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}`),
    "",
    signedHeaders,
    payload
  ].join("\n")
  const hashed = createHash("sha256").update(canonical).digest("hex")
  const scope = [day, region, service, terminator].join("/")
  const key = [day, region, service, terminator].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const expected = hmac(key, ["AWS4-HMAC-SHA256", date, scope, hashed].join("\n")).toString("hex")
  return signature === expected ? "good" : "wrong"
}
