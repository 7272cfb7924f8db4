/**
 * Whether two hosts belong to one site, near enough for filter rules: they share
 * the last two labels, or three where the last two are a registry's (`co.uk`).
 */
const registries = new Set(["ac", "co", "com", "edu", "gob", "gov", "go", "mil", "ne", "net", "nom", "or", "org"])

const siteOf = (host: string): string => {
  const labels = host.split(".")
  if (labels.length <= 2 || /^[\d.]+$|:/.test(host)) return host
  const [second, last] = [labels.at(-2)!, labels.at(-1)!]
  const count = last.length === 2 && (registries.has(second) || second.length <= 2) ? 3 : 2
  return labels.slice(-count).join(".")
}

export const isSameSite = (a: string, b: string): boolean => siteOf(a) === siteOf(b)

/** The host and each parent domain, longest first. */
export const domainsOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.map((_, index) => labels.slice(index).join("."))
}
