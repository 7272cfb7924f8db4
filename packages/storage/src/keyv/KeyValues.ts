/** As much of a Keyv as is used: those of versions 5 and 6 fit, with any store behind them. */
export interface KeyValues {
  get(key: string): Promise<unknown>
  /** `ttl` in milliseconds. */
  set(key: string, value: unknown, ttl?: number): Promise<unknown>
  delete(key: string): Promise<unknown>
  readonly namespace?: string | undefined
  /** Keys with their values; some stores cannot list them. */
  iterator?(namespace: string | undefined): AsyncIterable<unknown>
}
