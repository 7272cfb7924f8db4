/**
 * The pages that show the browser of a session: fixed texts, which connect to their own address over WebSocket. Whoever may
 * see the session has the token in that address; the page itself holds nothing of it.
 */
import * as Digest from "effect/crypto/Digest"
import * as Base64 from "effect/encoding/Base64"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { script, style } from "./liveViewPage.ts"
import { paths } from "./remote.ts"

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Browser session</title>
<style>${style}</style>
<output id="url"></output>
<img id="picture" alt="The page of the browser session" tabindex="0" draggable="false">
<output id="state" role="status">Connecting …</output>
<script>${script}</script>
</html>
`

/** A source of a policy (CSP3 §2.3.1). */
const hashOf = Effect.fnUntraced(function* (text: string) {
  const { digest } = yield* Digest.Digest
  const bytes = yield* digest(Digest.sha256, new TextEncoder().encode(text))
  return `'sha256-${Base64.encode(bytes)}'`
})

export const liveViewRoutes = Effect.gen(function* () {
  const policy = [
    "default-src 'none'",
    `script-src ${yield* hashOf(script)}`,
    `style-src ${yield* hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
  const response = HttpServerResponse.text(page, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      // Its address has a token.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "permissions-policy": "camera=(), geolocation=(), microphone=()"
    }
  })
  return [paths.view, paths.interact].map((path) =>
    HttpRouter.route("GET", `/v2/browser/:id/${path}`, Effect.succeed(response))
  )
}).pipe(Effect.provide(Digest.layerWebCrypto), Effect.orDie)
