/** A crawl of pages behind a login form: `node behindLogin.ts https://example.com name password`. */
import * as Session from "@orbweaver/core/network/Session"
import { createOrbweaver, type Orbweaver } from "orbweaver"

/** Posts the form and keeps the cookies that the site answers with. */
const login = async (form: URL, fields: Readonly<Record<string, string>>) => {
  const answer = await fetch(form, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0])
  if (cookies.length === 0) throw new Error(`${form.href} did not log in: ${answer.status}`)
  return Session.make({ id: fields["user"]!, hosts: [form.hostname], headers: { cookie: cookies.join("; ") } })
}

export const crawlAccount = async (orb: Orbweaver, site: string, user: string, password: string) => {
  const session = await login(new URL("/login", site), { user, password })
  const { data } = await orb.crawl(new URL("/account/", site), { session, limit: 50 })
  return data.map(({ markdown, metadata }) => ({ url: metadata.url, markdown }))
}

if (import.meta.main) {
  const [site = "https://example.com", user = "", password = ""] = process.argv.slice(2)
  await using orb = createOrbweaver()
  for (const { url } of await crawlAccount(orb, site, user, password)) console.log(url)
}
