/** A cached page as stores keep it: bytes beside a small text, because JSON makes bytes large and slow. */
import type { CachedPage } from "@orbweaver/core/scrape/PageCache"
import type { Artifact } from "@orbweaver/core/network/Renderer"

export interface StoredPage {
  readonly head: string
  readonly body: Uint8Array
  readonly screenshot: Uint8Array | null
  readonly size: number
}

export const encode = ({ body, screenshot, ...head }: CachedPage): StoredPage => ({
  head: JSON.stringify({ ...head, screenshotType: screenshot?.mediaType }),
  body,
  screenshot: screenshot?.bytes ?? null,
  size: body.byteLength + (screenshot?.bytes.byteLength ?? 0)
})

export const decode = ({ body, head, screenshot }: Omit<StoredPage, "size">): CachedPage => {
  const { screenshotType, ...rest } = JSON.parse(head) as Omit<CachedPage, "body" | "screenshot"> & {
    readonly screenshotType?: Artifact["mediaType"]
  }
  return {
    ...rest,
    body,
    ...(screenshotType === undefined || screenshot === null
      ? {}
      : { screenshot: { mediaType: screenshotType, bytes: screenshot } })
  }
}
