/**
 * Thirty questions that were written before the pages of this site were looked at, after what users of scraping libraries
 * ask in public, and the pages that answer each. Improve the search for them, never the questions.
 */
export const blindQuestions: ReadonlyArray<readonly [question: string, ...paths: ReadonlyArray<string>]> = [
  ["why does my crawl return only one page", "start/troubleshooting", "guide/crawl-limits"],
  ["how to limit crawl depth", "guide/crawl-limits"],
  ["exclude paths from a crawl", "guide/crawl-limits"],
  ["stop a running crawl", "guide/crawling"],
  ["resume a crawl after a crash", "guide/resume"],
  ["proxy with username and password", "guide/proxies"],
  ["how to log in before scraping", "guide/login"],
  ["infinite scroll", "guide/actions"],
  ["wait for an element to appear", "guide/actions", "guide/javascript-pages"],
  ["ignore robots.txt", "guide/politeness"],
  ["429 too many requests", "guide/blocked-pages", "guide/politeness"],
  ["403 forbidden cloudflare", "guide/blocked-pages"],
  ["solve captcha", "guide/blocked-pages"],
  ["self host with docker", "guide/docker", "guide/self-hosting"],
  ["use ollama instead of openai", "guide/local-models"],
  ["extract data with a json schema", "guide/extracting"],
  ["scrape a pdf", "guide/pdf"],
  ["verify webhook signature", "guide/webhooks"],
  ["full page screenshot", "guide/screenshots"],
  ["migrate from firecrawl", "compare/firecrawl"],
  ["mcp server for claude", "guide/mcp"],
  ["split pages into chunks for rag", "guide/agents", "guide/token-budgets"],
  ["list all urls of a website", "guide/mapping"],
  ["search the web and scrape the results", "guide/searching"],
  ["remove navigation and footer", "guide/scraping", "explanation/main-content"],
  ["get fresh page instead of cached", "guide/caching"],
  ["block internal ip addresses", "explanation/egress", "guide/isolation"],
  ["notify me when a page changes", "guide/monitors", "guide/changes"],
  [
    "out of memory on a large crawl",
    "explanation/scale",
    "guide/operation",
    "start/troubleshooting",
    "guide/crawl-limits"
  ],
  ["scrape a list of urls", "guide/batch"]
]
