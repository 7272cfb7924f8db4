import type { Target } from "./Target.ts"
import { bodies } from "./targets/bodies.ts"
import { files } from "./targets/files.ts"
import { html } from "./targets/html.ts"
import { http } from "./targets/http.ts"
import { pdf } from "./targets/pdf.ts"
import { robots } from "./targets/robots.ts"
import { selector } from "./targets/selector.ts"
import { sitemap } from "./targets/sitemap.ts"
import { url } from "./targets/url.ts"

export const targets: ReadonlyArray<Target> = [http, bodies, html, robots, sitemap, url, selector, pdf, files]
