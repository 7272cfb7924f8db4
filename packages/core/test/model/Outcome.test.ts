import { assert, describe, it } from "@effect/vitest"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Outcome from "../../src/model/Outcome.ts"
import { Effect, Schema } from "effect"
import { type BlockPageInput, detectBlock } from "../../src/reading/blockPage.ts"
import { judgeFile } from "../../src/reading/judge.ts"
import { shellEvidence } from "../../src/reading/emptyShell.ts"
import { visibleText } from "../../src/reading/visibleText.ts"

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const prose = "A page says what it has to say in sentences that somebody wrote. ".repeat(40)

const answer = (html: string, more: Partial<BlockPageInput> = {}): BlockPageInput => {
  const url = new URL("https://site.example/page")
  return { status: 200, headers: {}, html, requested: url, url, ...more }
}
const vendorOf = (html: string, more?: Partial<BlockPageInput>) => detectBlock(answer(html, more))?.vendor

describe("a block page", () => {
  it("is recognised by what each service shows", () => {
    const seen = [
      vendorOf(page("Just a moment...", "<script src='/cdn-cgi/challenge-platform/x'></script>"), { status: 403 }),
      vendorOf(page("Site", ""), { status: 403, headers: { "cf-mitigated": "challenge" } }),
      vendorOf(page("Access Denied", "Reference #18.2f3c1502"), { status: 403, headers: { server: "AkamaiGHost" } }),
      vendorOf(page("x", "<script>var dd={'host':'geo.captcha-delivery.com'}</script>"), { status: 403 }),
      vendorOf(page("Access to this page has been denied", `<div id="px-captcha"></div>`), { status: 403 }),
      vendorOf(
        page("", `<iframe src="/_Incapsula_Resource?x"></iframe>Request unsuccessful. Incapsula incident ID: 1`)
      ),
      vendorOf(page("", "<script>window.KPSDK.now()</script>"), { status: 429 }),
      vendorOf(page("", ""), { status: 405, headers: { "x-amzn-waf-action": "captcha" } }),
      vendorOf(page("Request Rejected", "The requested URL was rejected. Your support ID is: 1234567")),
      vendorOf(page("Are you a robot?", `<div class="g-recaptcha"></div>`)),
      vendorOf(page("Sign in", `Sign in to continue <input type="password">`)),
      vendorOf(page("Welcome", `<form><input name=u><input type=password></form>`), {
        url: new URL("https://site.example/login?next=/page")
      })
    ]
    assert.deepStrictEqual(seen, [
      "Cloudflare",
      "Cloudflare",
      "Akamai",
      "DataDome",
      "PerimeterX",
      "Imperva",
      "Kasada",
      "AWS WAF",
      "F5",
      "captcha",
      "login",
      "login"
    ])
  })

  it("is recognised where it answers 200, names nobody, or is JSON", () => {
    const seen = [
      vendorOf(page("Pardon Our Interruption", "Something about your browser made us think you were a bot.")),
      vendorOf(page("Shop", `Sorry, we just need to make sure you're not a robot.<form action="/x/validateCaptcha">`)),
      vendorOf(page("Oops!", "Вы не робот?"), { url: new URL("https://site.example/showcaptcha?to=/page") }),
      vendorOf(page("Security Checkpoint", ""), { status: 429, headers: { "x-vercel-mitigated": "challenge" } }),
      vendorOf(page("DDoS-Guard", `<script src="https://check.ddos-guard.net/check.js"></script>`), { status: 403 }),
      vendorOf(page("", `<script>sessionStorage.x5referer=1;location="/_____tmd_____/punish?x5secdata=1"</script>`)),
      vendorOf(page("Sign in", `<input type="email" name="identifier">`), {
        url: new URL("https://accounts.other.example/v3/signin/identifier")
      }),
      vendorOf(page("Sign Up", `<input name="email-or-phone" type="text">`), {
        url: new URL("https://site.example/authwall?trk=bf")
      })
    ]
    assert.deepStrictEqual(seen, ["Imperva", "captcha", "captcha", "Vercel", "DDoS-Guard", "Alibaba", "login", "login"])
    const nameless = [
      detectBlock(answer(page("Blocked", "Your request has been blocked due to a network policy."), { status: 403 })),
      detectBlock(answer(page("", "<script>location='/authwall'</script>"), { status: 999 })),
      detectBlock(answer(page("", "We have detected unusual traffic from your network."), { status: 429 }))
    ]
    assert.deepStrictEqual(nameless, [
      { evidence: '"has been blocked"', script: false },
      { evidence: "status 999", script: false },
      { evidence: '"unusual traffic"', script: false }
    ])
    const url = new URL("https://site.example/data.json")
    const files = [
      `{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A"}`,
      `{"appId":"PXu6b0qd2S","jsClientSrc":"/u6b0qd2S/init.js","blockScript":"/captcha.js"}`,
      `{"error":"no such thing"}`
    ].map((body) => {
      const refusal = { status: 403, headers: {}, requested: url, url }
      const { kind, vendor } = judgeFile(refusal, new TextEncoder().encode(body))
      return vendor ?? kind
    })
    assert.deepStrictEqual(files, ["DataDome", "PerimeterX", "http-error"])
  })

  it("is not seen in ordinary pages that carry the same marks", () => {
    const clean = [
      vendorOf(page("Shop", `${prose}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`), {
        headers: { server: "cloudflare", "cf-ray": "8" }
      }),
      vendorOf(page("Contact", `${prose}<form><div class="g-recaptcha"></div></form>`)),
      vendorOf(page("Contact", `Write to us.<form><div class="g-recaptcha"></div></form>`)),
      vendorOf(page("How captchas work", `${prose} captcha-delivery.com px-captcha _Incapsula_Resource`)),
      vendorOf(page("Log in", `<input type="password">`), {
        requested: new URL("https://site.example/login"),
        url: new URL("https://site.example/login")
      }),
      vendorOf(page("News", `${prose}<form>Sign in to continue<input type="password"></form>`)),
      vendorOf(page("Not here", "Nothing at this address."), { status: 404 }),
      vendorOf(page("Forbidden", "You may not."), { status: 403 }),
      vendorOf(page("502: Bad gateway", `<div id="cf-error-details">Bad gateway</div>`), {
        status: 502,
        headers: { server: "cloudflare" }
      }),
      vendorOf(page("Too many", "Come back in a minute."), { status: 429 }),
      vendorOf(page("Notice", "The road has been blocked since Monday.")),
      vendorOf(page("Join", `<form><input type="email"></form>`), { url: new URL("https://site.example/join") })
    ]
    assert.deepStrictEqual(
      clean,
      clean.map(() => undefined)
    )
  })
})

describe("an empty shell", () => {
  it("is told by what shows that scripts would fill it", () => {
    const evidence = [
      `<div id="root"></div><script src="/app.js"></script>`,
      `<div class="x" id='__next'> </div><script src="/app.js"></script>`,
      `<noscript>You need to enable JavaScript to run this app.</noscript><div></div><script src="a.js"></script>`,
      `<p>Hi</p><script id="__NEXT_DATA__" type="application/json">{}</script>`,
      `<script src="a.js"></script><script src="b.js"></script>`,
      `<my-app></my-app><script src="a.js"></script>`,
      `Checking your browser before accessing<script>location.reload()</script>`,
      `<iframe width="100%" src="/app"></iframe>`,
      `<frameset><frame src="/left"><frame src="/right"></frameset>`
    ].map((body) => shellEvidence(page("App", body)))
    assert.deepStrictEqual(evidence, [
      "an empty root element",
      "an empty root element",
      "a note that scripts are needed",
      "data for Next.js",
      "a body of scripts only",
      "an empty root element",
      "an interstitial: Checking your browser before accessing",
      "a page that is only a frame",
      "a page that is only a frame"
    ])
  })

  it("is not a short page, a rendered one, or one without scripts", () => {
    const whole = [
      `<h1>It works!</h1>`,
      `<p>Short, and with a script.</p><script src="analytics.js"></script>`,
      `<div id="__next"><p>${prose}</p></div><script id="__NEXT_DATA__">{}</script>`,
      `<div id="root"></div>`,
      `<p>A film:</p><iframe src="https://player.example/1"></iframe>`,
      `<noscript>This page is better with JavaScript enabled.</noscript>${prose}<script src="a.js"></script>`
    ].map((body) => shellEvidence(page("Page", body)))
    assert.deepStrictEqual(
      whole,
      whole.map(() => undefined)
    )
  })
})

describe("visible text", () => {
  it("leaves out what is not shown", () => {
    const html = `<title>T</title><style>p{}</style>one <!-- no --><script>"no"</script><b>two</b><noscript>no</noscript><svg><text>no</text></svg> three`
    assert.strictEqual(visibleText(html, 100).text, "one two three")
  })

  it("is sought behind 20,000 tags at most", () => {
    assert.strictEqual(visibleText(`${"<b>".repeat(20_000)}seen`, 10).text, "seen")
    assert.deepStrictEqual(visibleText(`${"<b>".repeat(100_000)}late`, 10), { text: "", elements: 20_000, scripts: 0 })
  })

  it("is read in linear time, whatever is left open", () => {
    for (const part of [
      "<script",
      "<title>",
      "<div id=root ",
      "<noscript>java",
      "<!--",
      "<",
      "<svg><title>",
      "<input "
    ]) {
      const html = part.repeat(Math.ceil(2_000_000 / part.length))
      // What is not linear does not end within the test's time.
      assert.isAtMost(visibleText(html, 1_000).text.length, html.length)
      shellEvidence(html)
      detectBlock(answer(html))
    }
  })
})

describe("the outcome of a failure", () => {
  it.effect("has a kind for every reason", () =>
    Effect.sync(() => {
      const kinds = [
        Outcome.kindOf(new CaptureError.TimedOut({ limitMs: 1 })),
        Outcome.kindOf(new CaptureError.Refused({ policy: "robots", detail: "" })),
        Outcome.kindOf(new CaptureError.Refused({ policy: "private-network", detail: "" })),
        Outcome.kindOf(new CaptureError.TooLarge({ limitBytes: 1 })),
        Outcome.kindOf(new CaptureError.Unsupported({ what: "application/zip" })),
        Outcome.kindOf(new CaptureError.Crashed({ detail: "" }))
      ]
      assert.deepStrictEqual(kinds, [
        "timed-out",
        "robots-denied",
        "unsafe-target",
        "too-large",
        "unsupported",
        "crashed"
      ])
      assert.isTrue(Schema.is(Outcome.OutcomeKind)(kinds[0]))
    })
  )
})
