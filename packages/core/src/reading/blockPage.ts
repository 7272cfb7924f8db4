/**
 * Recognises pages that are shown in place of the one that was asked for:
 * challenges and refusals of services in front of sites, captchas, logins.
 *
 * A mark alone is not enough where ordinary pages carry it too (a contact form
 * with a captcha, a site behind Cloudflare): then the page must also be short,
 * or answered with a refusal.
 */
import { visibleText } from "./visibleText.ts"

export interface BlockPageInput {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  readonly requested: URL
  /** Address that answered. */
  readonly url: URL
}

interface BlockEvidence {
  /** Absent when the page does not say whose it is. */
  readonly vendor?: string
  readonly evidence: string
  /** Whether a real browser may get through: the challenge is a script. */
  readonly script: boolean
}

/** What a rule sees of an answer. */
interface BlockPageView {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The first part of the source. */
  readonly source: string
  readonly title: string
  readonly text: string
  /** A refusal by status: 4xx that speak of access or rate, or 5xx. */
  readonly refused: boolean
  /** Less text than a page has that says something, in its first part. */
  readonly short: boolean
}

interface Rule {
  readonly vendor: string
  readonly script: boolean
  /** Evidence when the rule applies. */
  readonly see: (view: BlockPageView) => string | undefined | false
}

/** Marks are looked for in this much of the source, in characters. */
const window = 256 * 1024
const shortText = 1_200

const mark = ({ source }: BlockPageView, ...marks: ReadonlyArray<string>): string | undefined =>
  marks.find((found) => source.includes(found))

const rules: ReadonlyArray<Rule> = [
  {
    vendor: "Cloudflare",
    script: true,
    see: (view) =>
      (view.headers["cf-mitigated"] === "challenge" && "header cf-mitigated: challenge") ||
      (/^(?:just a moment|attention required! \| cloudflare|please wait\.\.\. \| cloudflare)/i.test(view.title) &&
        `title "${view.title}"`) ||
      ((view.refused || view.short) &&
        view.headers["server"] === "cloudflare" &&
        mark(
          view,
          "_cf_chl_opt",
          "cf-browser-verification",
          "challenge-error-text",
          // Of other statuses from 500 on it says that the site behind does not answer.
          ...(view.status < 500 || view.status === 503 ? ["cf-error-details"] : []),
          "error code: 1020"
        ))
  },
  {
    vendor: "DataDome",
    script: false,
    see: (view) =>
      (view.refused || view.short) &&
      (mark(view, "captcha-delivery.com") ??
        (view.status === 403 && "x-datadome" in view.headers && "header x-datadome"))
  },
  {
    vendor: "PerimeterX",
    script: false,
    see: (view) =>
      (view.refused || view.short) &&
      mark(view, 'id="px-captcha"', "id='px-captcha'", "px-captcha-wrapper", "window._pxAppId", '"appId":"PX')
  },
  {
    vendor: "Imperva",
    script: true,
    see: (view) =>
      (view.refused || view.short) &&
      (mark(view, "Incapsula incident ID", "_Incapsula_Resource", "Pardon Our Interruption") ??
        (view.status === 403 && "x-iinfo" in view.headers && "header x-iinfo"))
  },
  {
    vendor: "Kasada",
    script: true,
    see: (view) =>
      (view.refused || view.short) &&
      (mark(view, "KPSDK.", "/149e9513-01fa-4fb0-aad4-566afd725d1b/") ??
        ("x-kpsdk-ct" in view.headers && view.refused && "header x-kpsdk-ct"))
  },
  {
    vendor: "Akamai",
    script: true,
    see: (view) =>
      (view.refused &&
        view.headers["server"]?.startsWith("AkamaiGHost") === true &&
        /access denied/i.test(view.title) &&
        "server AkamaiGHost") ||
      (view.refused && mark(view, "errors.edgesuite.net")) ||
      (view.short && mark(view, "sec-if-cpt-container", "bm-verify="))
  },
  {
    vendor: "AWS WAF",
    script: true,
    see: (view) =>
      (/^(?:challenge|captcha)$/.test(view.headers["x-amzn-waf-action"] ?? "") && "header x-amzn-waf-action") ||
      ((view.refused || view.short) && mark(view, ".token.awswaf.com", "AwsWafIntegration."))
  },
  {
    vendor: "Sucuri",
    script: false,
    see: (view) =>
      view.refused &&
      (mark(view, "Sucuri Website Firewall") ?? ("x-sucuri-block" in view.headers && "header x-sucuri-block"))
  },
  {
    vendor: "F5",
    script: false,
    see: (view) => view.short && /your support id is:?\s*<?\d/i.test(view.text) && "a support ID"
  },
  {
    vendor: "Vercel",
    script: true,
    see: ({ headers }) =>
      "x-vercel-mitigated" in headers && `header x-vercel-mitigated: ${headers["x-vercel-mitigated"]}`
  },
  {
    vendor: "DDoS-Guard",
    script: true,
    see: (view) => (view.refused || view.short) && mark(view, "check.ddos-guard.net", "data-ddg-origin")
  },
  {
    vendor: "Alibaba",
    script: false,
    see: (view) => (view.refused || view.short) && mark(view, "_____tmd_____/punish", "x5secdata")
  }
]

const widgets = [
  "g-recaptcha",
  "h-captcha",
  "cf-turnstile",
  "hcaptcha.com/1/api.js",
  "recaptcha/api.js",
  "arkoselabs.com",
  "geetest",
  "smartcaptcha",
  "frc-captcha",
  "altcha-widget"
]
const blockedWords = /\b(?:has|have|[’']ve) been (?:temporarily |permanently )?(?:blocked|banned)\b/i
const robotWords =
  /\b(?:robot|captcha|not a human|are (?:you )?human|unusual (?:traffic|activity)|security check|verify (?:that )?you|automated (?:access|queries|requests))\b/i
/** Phrases that occur only on pages shown instead of the content; a form may ask for a captcha besides its text. */
const wallWords = /\bnot a robot\b|\brobot or human\b|\bare you (?:a )?(?:robot|human)\b|вы не робот/i
const captchaPath = /\/(?:show)?captcha\b|\/sorry\/index|\/validatecaptcha|\/punish\b/i
const loginWords =
  /\b(?:sign|log) ?in (?:to (?:continue|view|see|read|access|proceed)|required)|\bplease (?:sign|log) ?in\b|(?:anmelden|einloggen), um|\bconnectez-vous pour\b|\binicia sesión para\b|\baccedi per\b|\b(?:members|subscribers) only\b/i
const loginPath =
  /\/(?:log-?in|sign-?in|auth|authenticate|session\/new|users\/sign_in|accounts\/login|uas\/login|authwall|sso)(?:[/?.]|$)/i
const loginHost = /^(?:log-?in|sign-?in|auth|accounts|sso)\./i
/** Fields that ask who somebody is. */
const identityField =
  /<input\b[^<>]{0,300}?\b(?:type=["']?(?:password|email|tel)\b|name=["']?(?:user|login|identifier|email))/i

/** The first text of a page, long enough to decide whether the page has content. */
export const firstText = (html: string): string => visibleText(firstPart(html), shortText).text

const firstPart = (html: string): string => (html.length > window ? html.slice(0, window) : html)

/** Undefined when nothing says that the page is another than the one asked for. */
export const detectBlock = (
  answer: BlockPageInput,
  text: string = firstText(answer.html)
): BlockEvidence | undefined => {
  const { headers, html, status } = answer
  const source = firstPart(html)
  const title = (/<title[^<>]{0,100}>([^<]{0,300})/i.exec(source)?.[1] ?? "").trim()
  const view: BlockPageView = {
    status,
    headers,
    source,
    title,
    text,
    refused: status === 401 || status === 403 || status === 405 || status === 406 || status === 429 || status >= 500,
    short: text.length < shortText
  }
  for (const { script, see, vendor } of rules) {
    const evidence = see(view)
    if (typeof evidence === "string") return { vendor, evidence, script }
  }
  if (!view.short) return undefined
  return captchaOf(view, answer) ?? loginOf(view, answer) ?? namelessOf(view)
}

const captchaOf = (view: BlockPageView, { requested, url }: BlockPageInput): BlockEvidence | undefined => {
  const widget = mark(view, ...widgets)
  const asks = view.refused || robotWords.test(view.title) || robotWords.test(view.text)
  if (widget !== undefined && asks) return { vendor: "captcha", evidence: widget, script: false }
  const led = captchaPath.test(url.pathname) && !captchaPath.test(requested.pathname)
  if (led) return { vendor: "captcha", evidence: `redirected to ${url.pathname.slice(0, 100)}`, script: false }
  const words = wallWords.exec(view.text) ?? wallWords.exec(view.title)
  return words !== null && /captcha/i.test(view.source)
    ? { vendor: "captcha", evidence: `"${words[0]}"`, script: false }
    : undefined
}

const loginOf = ({ source, text }: BlockPageView, { requested, url }: BlockPageInput): BlockEvidence | undefined => {
  const password = /<input\b[^<>]{0,300}?\btype=["']?password/i.test(source)
  if (password && loginWords.test(text)) {
    return { vendor: "login", evidence: "a password field and no content", script: false }
  }
  const isLogin = ({ hostname, pathname }: URL) => loginPath.test(pathname) || loginHost.test(hostname)
  if (!isLogin(url) || isLogin(requested) || !identityField.test(source)) return undefined
  const where = url.host === requested.host ? url.pathname : url.host + url.pathname
  return { vendor: "login", evidence: `redirected to ${where.slice(0, 100)}`, script: false }
}

/** A refusal that does not say whose it is. 999 is a status that only those use who refuse robots. */
const namelessOf = ({ refused, status, text, title }: BlockPageView): BlockEvidence | undefined => {
  if (status === 999) return { evidence: "status 999", script: false }
  const words = refused ? (blockedWords.exec(text) ?? blockedWords.exec(title) ?? robotWords.exec(text)) : null
  return words === null ? undefined : { evidence: `"${words[0]}"`, script: false }
}
