/** Secrets by the prefixes that their makers give them; Markdown may have escaped the underscores. */
import type { Rule } from "./Rule.ts"

const prefixed = [
  "(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])",
  "gh[pousr]\\\\?_[A-Za-z0-9]{36,255}",
  "github\\\\?_pat\\\\?_[A-Za-z0-9_\\\\]{22,255}",
  "glpat-[\\w\\\\-]{20,64}",
  "xox[abeoprs]-[A-Za-z0-9-]{10,250}",
  "xapp-\\d-[A-Za-z0-9-]{10,250}",
  "[srp]k\\\\?_(?:live|test)\\\\?_[A-Za-z0-9]{16,250}",
  "whsec\\\\?_[A-Za-z0-9+/=]{24,100}",
  "AIza[\\w\\\\-]{35,40}",
  "GOCSPX-[\\w\\\\-]{24,40}",
  "ya29\\.[\\w\\\\-]{20,500}",
  "eyJ[\\w\\\\-]{8,3000}\\.eyJ[\\w\\\\-]{8,4000}\\.[\\w\\\\-]{10,3000}",
  "sk-(?:proj-|ant-|or-)?[A-Za-z0-9_\\\\-]{20,250}",
  "npm\\\\?_[A-Za-z0-9]{36}",
  "pypi-AgE[\\w\\\\-]{50,500}",
  "SG\\.[\\w\\\\-]{22,30}\\.[\\w\\\\-]{43,50}",
  "hf\\\\?_[A-Za-z0-9]{30,50}",
  "dop\\\\?_v1\\\\?_[0-9a-f]{64}",
  "shp(?:at|ss|ca|pa)\\\\?_[0-9a-fA-F]{32}",
  "fc-[0-9a-f]{32}",
  "\\d{8,10}:AA[\\w\\\\-]{33}",
  "(?:AC|SK)[0-9a-f]{32}(?![0-9A-Za-z])",
  "sq0(?:atp|csp)-[\\w\\\\-]{22,43}",
  "EAAA[\\w\\\\-]{60}"
].join("|")

export const prefixedSecret: Rule = {
  entity: "SECRET",
  longest: 12_288,
  pattern: new RegExp(`(?<![A-Za-z0-9_\\\\-])(?:${prefixed})`, "g"),
  // `sk-` and `glpat-` also begin class names: a secret has digits.
  length: ({ text }) => (/\d|^A[KS]IA/.test(text) ? text.replace(/[\\-]+$/, "").length : 0)
}

export const slackHook: Rule = {
  entity: "SECRET",
  pattern: /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{20,200}/g
}

/** What stands after a name such as `api_key=` and has letters and digits; the name stays. */
export const namedSecret: Rule = {
  entity: "SECRET",
  pattern:
    /(?<=(?:api[_-]?key|secret[_-]?(?:access[_-]?)?key|account[_-]?key|client[_-]?secret|(?:access|auth|refresh)[_-]?token|\bpassword)["']?\s{0,2}[:=]\s{0,2}["']?|\bbearer\s)(?=[A-Za-z/+_.-]{0,100}\d)(?=[0-9/+_.-]{0,100}[A-Za-z])[A-Za-z0-9/+_.~-]{16,400}={0,2}/gi
}

/** User and password before the host of an address (RFC 3986 section 3.2.1). */
export const userInformation: Rule = {
  entity: "SECRET",
  pattern: /(?<=:\/\/)[^\s/:@<>"']{1,64}:[^\s/:@<>"']{1,128}(?=@)/g
}

/** Keys of RFC 7468; one without an end is taken as far as it may reach. */
export const privateKey: Rule = {
  entity: "SECRET",
  longest: 12_288,
  pattern:
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!-)){0,12000}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g
}
