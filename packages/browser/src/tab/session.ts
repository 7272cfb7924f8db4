/** A `Session` in a browser context: what the context begins with, and what the session takes back. */
import type { Cookie } from "@orbweaver/core/internal/network/CookieJar"
import { covers, type Session } from "@orbweaver/core/network/Session"
import type { BrowserContext, BrowserContextOptions } from "playwright-core"

type StorageState = Exclude<NonNullable<BrowserContextOptions["storageState"]>, string>

/** `now` in milliseconds since the epoch. */
export const storageState = (session: Session, now: number): StorageState => ({
  cookies: session.cookies
    .all(now)
    .filter(({ domain }) => isFor(session, domain))
    .map(({ domain, expires, hostOnly, httpOnly, name, path, sameSite, secure, value }) => ({
      name,
      value,
      domain: hostOnly ? domain : `.${domain}`,
      path,
      httpOnly,
      secure,
      sameSite: sameSite ?? "Lax",
      // Seconds; -1 ends with the session.
      expires: expires === undefined ? -1 : expires / 1000
    })),
  origins: session.storage
    .filter(({ origin }) => covers(session, new URL(origin)))
    .map(({ localStorage, origin }) => ({ origin, localStorage: localStorage.map((item) => ({ ...item })) }))
})

/** Keeps what the page left for the session's hosts. */
export const saveCookies = async (session: Session, context: BrowserContext): Promise<void> => {
  const { cookies, origins } = await context.storageState()
  for (const { domain, expires, ...cookie } of cookies) {
    const host = domain.replace(/^\./, "")
    if (!isFor(session, host)) continue
    const saved: Cookie = {
      name: cookie.name,
      value: cookie.value,
      domain: host,
      path: cookie.path,
      hostOnly: !domain.startsWith("."),
      secure: cookie.secure,
      httpOnly: cookie.httpOnly,
      sameSite: cookie.sameSite,
      ...(expires < 0 ? {} : { expires: expires * 1000 })
    }
    session.cookies.add(saved)
  }
  const visited = origins.filter(({ origin }) => covers(session, new URL(origin)))
  const names = new Set(visited.map(({ origin }) => origin))
  session.storage = [...session.storage.filter(({ origin }) => !names.has(origin)), ...visited]
}

const isFor = (session: Session, domain: string): boolean => {
  const url = URL.parse(`https://${domain}/`)
  return url !== null && covers(session, url)
}
