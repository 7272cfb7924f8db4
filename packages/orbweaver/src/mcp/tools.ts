/** The tools for language models: every way to serve them has these. */
import type { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import type { Scraper } from "@orbweaver/core/scrape/Scraper"
import type { JobEngines, MethodEngines } from "../assembly/jobs.ts"
import * as browser from "./browser.ts"
import * as jobs from "./jobs.ts"
import { resultTools } from "./jobTools.ts"
import { methodTools } from "./methodTools.ts"
import * as monitors from "./monitors.ts"
import * as pages from "./pages.ts"
import type { Tool } from "./Tool.ts"

/** What the tools work with. */
export type ToolServices = Scraper | BrowserSessions | JobStore | JobEngines | MethodEngines

export const tools: ReadonlyArray<Tool<ToolServices>> = [
  pages.scrape,
  ...methodTools,
  jobs.crawl,
  jobs.crawlStatus,
  ...resultTools,
  jobs.cancel,
  browser.interact,
  browser.stopInteract,
  monitors.createMonitor,
  monitors.listMonitors,
  monitors.runMonitor,
  monitors.monitorChanges,
  monitors.deleteMonitor
]
