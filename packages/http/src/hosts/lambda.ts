/**
 * AWS Lambda behind a function URL or an HTTP API of API Gateway (payload format 2.0).
 *
 * ```ts
 * export const handler = lambdaHandler(await orb.http({ allowedHosts: ["*"] }))
 * ```
 *
 * A function stops between its requests, so a crawl or batch goes on only while another request runs: give jobs a store
 * and a worker elsewhere. Watching falls back to polling.
 */
import type { Mounted } from "./Node.ts"

/** As much of an event as is used. */
export interface LambdaEvent {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies?: ReadonlyArray<string> | undefined
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } }
  readonly body?: string | undefined
  readonly isBase64Encoded: boolean
}

export interface LambdaResult {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly cookies: Array<string>
  readonly body: string
  readonly isBase64Encoded: boolean
}

/** Whatever the path: what is not of the API is answered 404. */
export const lambdaHandler =
  ({ fetch }: Pick<Mounted, "fetch">) =>
  async (event: LambdaEvent): Promise<LambdaResult> => {
    const response = await fetch(requestOf(event))
    const cookies = response.headers.getSetCookie()
    response.headers.delete("set-cookie")
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get("content-type") ?? ""
    const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)\b)/.test(type)
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      cookies,
      body: bytes.toString(isText ? "utf8" : "base64"),
      isBase64Encoded: !isText
    }
  }

const requestOf = ({ body, cookies, headers: given, isBase64Encoded, ...event }: LambdaEvent): Request => {
  const { domainName, http } = event.requestContext
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value)
  if (cookies !== undefined && cookies.length > 0) headers.set("cookie", cookies.join("; "))
  const query = event.rawQueryString === "" ? "" : `?${event.rawQueryString}`
  return new Request(`https://${headers.get("host") ?? domainName}${event.rawPath}${query}`, {
    method: http.method,
    headers,
    ...(body === undefined || http.method === "GET" || http.method === "HEAD"
      ? {}
      : { body: isBase64Encoded ? Buffer.from(body, "base64") : body })
  })
}
