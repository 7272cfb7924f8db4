/**
 * Codes of sockets, HTTP and TLS in plain words. The codes are those of Node, OpenSSL (`X509_V_ERR_*`), undici, rustls and
 * Chromium (`net/base/net_error_list.h`, here without `net::`).
 */

type Causes = ReadonlyArray<readonly [codes: RegExp, words: string]>

const connectionCauses: Causes = [
  [/^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, "the site refused it"],
  [
    /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_STREAM_PREMATURE_CLOSE)$/,
    "the site closed it before its answer was complete"
  ],
  [
    /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT)$/,
    "the site did not answer in time"
  ],
  [
    /^(?:EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED)$/,
    "there is no route to the site"
  ],
  [
    /^(?:HPE_\w+|UND_ERR_(?:HEADERS_OVERFLOW|INFO)|ERR_INVALID_HTTP_RESPONSE|ERR_HTTP2_\w+|ERR_RESPONSE_HEADERS_\w+)$/,
    "the site's answer is not valid HTTP"
  ],
  [
    /^(?:UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING)$/,
    "the site's answer was cut off"
  ],
  [/^(?:ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_CONNECTION_FAILED)$/, "the proxy did not reach the site"]
]

const certificateCauses: Causes = [
  [/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, "it is self-signed"],
  [/^(?:CERT_HAS_EXPIRED|Expired)$/, "it has expired"],
  [/^(?:CERT_NOT_YET_VALID|NotValidYet)$/, "it is not valid yet"],
  [/^ERR_CERT_DATE_INVALID$/, "it has expired or is not valid yet"],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|ERR_CERT_COMMON_NAME_INVALID|NotValidForName\w*)$/,
    "it is for another host name"
  ],
  [/^(?:UNABLE_TO_\w+|ERR_CERT_AUTHORITY_INVALID|UnknownIssuer)$/, "no trusted authority signed it"],
  [/^(?:CERT_REVOKED|ERR_CERT_REVOKED|Revoked)$/, "it was revoked"]
]

/** `ECONNREFUSED` as `the site refused it (ECONNREFUSED)`; what is not known stays as it is. */
export const describeConnectionFailure = (detail: string): string => describe(connectionCauses, detail) ?? detail

/** What is wrong with the certificate; `undefined` when the code does not speak of one. */
export const describeCertificateFailure = (detail: string): string | undefined =>
  describe(certificateCauses, detail) ?? (/CERT|^CRL_/.test(detail) ? detail : undefined)

const describe = (causes: Causes, detail: string): string | undefined => {
  const code = detail.replace(/^net::/, "")
  const words = causes.find(([codes]) => codes.test(code))?.[1]
  return words === undefined ? undefined : `${words} (${code})`
}

/**
 * Whether the connection was dropped, by the site, on the way or by a proxy (`proxy:`): the next one may hold. Such a
 * detail is a code, or a sentence of an engine that knows no codes.
 */
export const isDroppedConnection = (detail: string): boolean =>
  detail.startsWith(proxyFault) ||
  /\b(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|socket hang up|ERR_STREAM_PREMATURE_CLOSE|ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_NETWORK_CHANGED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_CONNECTION_FAILED)\b/.test(
    detail
  )

/** Whether the answer came, and its HTTP was refused (llhttp): a browser is more patient with it. */
export const isMalformedAnswer = (detail: string): boolean =>
  /^(?:HPE_\w+|UND_ERR_HEADERS_OVERFLOW)$/.test(detail) || detail.startsWith(malformedAnswer)

/** What the detail begins with where an engine says so in words. */
export const malformedAnswer = "the site's answer is not valid HTTP"

/** What the detail of a failure begins with when the proxy is at fault, before anything reached the site. */
export const proxyFault = "proxy:"
