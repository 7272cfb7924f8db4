/** What a server compares to say that nothing has changed (RFC 9110 §8.8, §13.1). */

export interface Validators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/**
 * Whether a 304 with these validators is about the version that had the others. Some servers and caches answer 304
 * whatever they were asked; what such an answer says of itself gives it away. One that says nothing is believed.
 */
export const isSameVersion = (had: Validators | undefined, says: Validators): boolean => {
  if (had?.etag !== undefined && says.etag !== undefined) return weak(had.etag) === weak(says.etag)
  const [before, now] = [had?.lastModified, says.lastModified].map((date) => Date.parse(date ?? ""))
  return !(now! > before!)
}

/** `If-None-Match` compares weakly: a `W/` before the tag makes no difference (RFC 9110 §8.8.3.2). */
const weak = (etag: string): string => etag.trim().replace(/^W\//, "")
