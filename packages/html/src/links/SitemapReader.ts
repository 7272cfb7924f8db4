/**
 * The `SitemapReader` port over htmlparser2: gives `Sitemaps` of core the addresses in XML files.
 */
import { SitemapReader } from "@orbweaver/core/crawl/Sitemaps"
import * as Layer from "effect/Layer"
import { openSitemap } from "./sitemap.ts"

export const layer: Layer.Layer<SitemapReader> = Layer.succeed(SitemapReader, { open: openSitemap })
