/** Options by what they are about, each with the words that stand at its input. */

interface Group {
  readonly title: string
  readonly labels: Readonly<Record<string, string>>
}

export const optionGroups: ReadonlyArray<Group> = [
  {
    title: "Content",
    labels: {
      onlyMainContent: "Only the main content",
      onlyCleanContent: "Let a model clean the content",
      includeTags: "Keep only these elements",
      excludeTags: "Remove these elements",
      includeParts: "Keep parts that are left out otherwise",
      removeBase64Images: "Leave out embedded pictures",
      subtractBoilerplate: "Leave out what many pages share",
      redactPII: "Take out personal data",
      budget: "Token budget",
      parsers: "How files are read"
    }
  },
  {
    title: "Request",
    labels: {
      headers: "Request headers",
      headerOrigins: "Further sites that get the headers",
      timeout: "Time limit",
      location: "Location",
      mobile: "Visit as a phone",
      proxy: "Proxy",
      skipTlsVerification: "Accept invalid certificates",
      blockAds: "Block advertisements",
      checkPromptInjection: "Guard models against instructions in pages",
      timings: "Say where the time went",
      threatProtection: "Refuse dangerous sites"
    }
  },
  {
    title: "Browser",
    labels: { waitFor: "Wait after loading", actions: "Steps on the page", profile: "Browser profile" }
  },
  {
    title: "Cache",
    labels: {
      maxAge: "Oldest cached page",
      minAge: "Only from the cache, at least this old",
      storeInCache: "Keep the page in the cache",
      lockdown: "Send nothing to the site",
      ignoreCache: "Open every page again"
    }
  },
  {
    title: "Which pages",
    labels: {
      limit: "Limit",
      prompt: "In words",
      search: "Order by these words",
      includePaths: "Only these paths",
      excludePaths: "Not these paths",
      regexOnFullURL: "Match the whole URL",
      maxDiscoveryDepth: "Links to follow from the start",
      sitemap: "Sitemap",
      ignoreSitemap: "Do not read sitemaps",
      ignoreQueryParameters: "Ignore query parameters",
      deduplicateSimilarURLs: "Join similar URLs",
      crawlEntireDomain: "The whole domain",
      filterByPath: "Only below the path of the address",
      allowExternalLinks: "Follow links to other sites",
      allowSubdomains: "Follow links to subdomains",
      includeSubdomains: "Include subdomains",
      ignoreRobotsTxt: "Ignore robots.txt",
      robotsUserAgent: "Name for robots.txt",
      order: "Order",
      relevantTo: "Best first for these words",
      previousCrawl: "Earlier crawl to build on",
      trustLastmod: "Trust the dates of the sitemap",
      ignoreInvalidURLs: "Leave out invalid URLs"
    }
  },
  {
    title: "Pace",
    labels: { delay: "Pause between pages", maxConcurrency: "Pages at once", priority: "Priority" }
  },
  {
    title: "Results",
    labels: {
      sources: "Where to look",
      categories: "Kinds of sites",
      includeDomains: "Only these sites",
      excludeDomains: "Not these sites",
      highlights: "Show the passages that match",
      tbs: "Time of publication",
      filter: "Filter of the search engine",
      lang: "Language",
      country: "Country",
      enableWebSearch: "Search the web too",
      showSources: "Name the sources",
      systemPrompt: "Instructions for the model",
      schema: "Schema"
    }
  }
]

const labels: ReadonlyMap<string, string> = new Map(optionGroups.flatMap(({ labels: of }) => Object.entries(of)))

/** `undefined` for an option that nobody has given words yet. */
export const knownLabel = (name: string): string | undefined => labels.get(name)

/** A newer server may have options that this page does not know: they are shown by their name. */
export const labelOf = (name: string): string => labels.get(name) ?? name
