/**
 * What commands that serve, search or research read from the environment, under the names that people who host
 * Firecrawl themselves already have, so that moving over is one command. The
 * table is in docs/guide/self-hosting.md.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Adapters } from "../../assembly/Adapters.ts"
import { settingsOf, usage } from "../output/exit.ts"

const optional = (name: string) => Config.option(Config.Redacted(name))

const settings = Config.all({
  testKey: optional("TEST_API_KEY"),
  serper: optional("SERPER_API_KEY"),
  searchApi: optional("SEARCHAPI_API_KEY"),
  brave: optional("BRAVE_API_KEY"),
  tavily: optional("TAVILY_API_KEY"),
  searxng: Config.option(Config.NonEmptyString("SEARXNG_ENDPOINT")),
  mail: optional("ORBWEAVER_MAIL"),
  mailFrom: Config.option(Config.NonEmptyString("ORBWEAVER_MAIL_FROM")),
  mailRecipients: Config.option(Config.NonEmptyString("ORBWEAVER_MAIL_RECIPIENTS")),
  webhookSecret: Config.option(
    Config.orElse(Config.Redacted("WEBHOOK_SECRET"), () => Config.Redacted("SELF_HOSTED_WEBHOOK_HMAC_SECRET"))
  )
})

/** Adapters and keys that the environment names. */
export const read = Effect.gen(function* () {
  const found = yield* settingsOf(settings)
  const search = yield* searchOf(found)
  const mail = yield* mailOf(found)
  const adapters: Adapters = {
    ...defined({ search, mail }),
    ...(Option.isSome(found.webhookSecret) ? { webhookSecret: found.webhookSecret.value } : {})
  }
  return { adapters, keys: Option.isSome(found.testKey) ? [Redacted.value(found.testKey.value)] : [] }
})

type Settings = typeof settings extends Config.Config<infer A> ? A : never

/** The mail server with its sender. */
const mailOf = Effect.fnUntraced(function* ({ mail, mailFrom, mailRecipients }: Settings) {
  if (Option.isNone(mail)) return undefined
  if (Option.isNone(mailFrom)) return yield* usage("ORBWEAVER_MAIL needs ORBWEAVER_MAIL_FROM, the sender of the mails")
  const recipients = Option.map(mailRecipients, (list) => list.split(",").map((one) => one.trim()))
  return { url: mail.value, from: mailFrom.value, ...defined({ recipients: Option.getOrUndefined(recipients) }) }
})

/** The first engine that is configured. */
const searchOf = Effect.fnUntraced(function* (found: Settings): Effect.fn.Return<Adapters["search"]> {
  const engines = yield* Effect.promise(() => import("@orbweaver/search"))
  if (Option.isSome(found.searxng)) return engines.Searxng.layer({ endpoint: found.searxng.value })
  if (Option.isSome(found.serper)) return engines.Serper.layer({ apiKey: found.serper.value })
  if (Option.isSome(found.searchApi)) return engines.SearchApi.layer({ apiKey: found.searchApi.value })
  if (Option.isSome(found.brave)) return engines.Brave.layer({ apiKey: found.brave.value })
  if (Option.isSome(found.tavily)) return engines.Tavily.layer({ apiKey: found.tavily.value })
  return undefined
})
