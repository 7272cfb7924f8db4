/**
 * Who we say we are: a robot, by name, with an address where its owner answers.
 * An application that runs a service puts its own agent here.
 */

/** Sent when neither the application nor the caller names another. */
export const defaultUserAgent = "Mozilla/5.0 (compatible; Orbweaver/0.1; +https://orbweaver.dev)"

/** Content codings the engines decode, as `accept-encoding` lists them. */
export const acceptEncoding = "gzip, deflate, br, zstd"

/** Sent with every request unless the caller says otherwise. */
export const defaultHeaders: Readonly<Record<string, string>> = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.9"
}
