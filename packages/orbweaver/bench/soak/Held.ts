/** What the server holds at one moment. */
export interface Held {
  /** In bytes. */
  readonly rss: number
  /** In bytes, after a collection. */
  readonly heap: number
  /** Sockets, timers, files and requests that are open. */
  readonly handles: number
  /** Their kinds, one for each. */
  readonly resources: ReadonlyArray<string>
  /** Of a thousand turns of the event loop since the last look, the longest but one in milliseconds. */
  readonly pause: number
}
