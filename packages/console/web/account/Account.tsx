/** What the team has, holds and was charged; its keys. */
import { useId, useMemo, useState } from "preact/hooks"
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"
import { LoadNote } from "../connection/LoadNote.tsx"
import { useLoad } from "../connection/useLoad.ts"
import { CopyButton } from "../kit/CopyButton.tsx"
import { Figures } from "../kit/Figures.tsx"
import { Problem } from "../kit/Problem.tsx"
import { TableHead } from "../kit/TableHead.tsx"
import { Tabs } from "../kit/Tabs.tsx"
import { Time } from "../kit/Time.tsx"
import { number } from "../kit/text.ts"
import { may, useSigned } from "../shell/signed.ts"
import { DayBars } from "./DayBars.tsx"

type Usage = ConsoleAnswer<"account">["usage"][number]
type DebitRow = Usage["debits"][number]
type Key = ConsoleAnswer<"keyList">["keys"][number]

const refreshMs = 5000
/** Last uses are kept to the minute. */
const keysRefreshMs = 30_000

export const Account = () => {
  const signed = useSigned()
  const loaded = useLoad((signal) => signed.api.console<"account">("account", { signal }), "account", {
    everyMs: refreshMs
  })
  const { connection, value } = loaded
  const hasKeys = signed.session.parts.includes("teams")
  return (
    <section class="stack">
      <div>
        <h1>Account</h1>
        <p class="quiet small-text">
          Team <bdi>{signed.session.team}</bdi>
          {signed.session.key === undefined ? "" : `, key ${signed.session.key}`} ({signed.session.scopes.join(", ")})
        </p>
      </div>
      <LoadNote loaded={loaded} />
      {value === undefined && connection.state !== "stopped" ? <p class="quiet">Loading…</p> : null}
      <div class="cards">
        {value?.usage.map((usage) => (
          <UsageView key={usage.unit} usage={usage} />
        ))}
      </div>
      {hasKeys && may(signed, "admin") ? <Keys /> : null}
      {hasKeys && !may(signed, "admin") ? <p class="quiet">Keys are shown to a key with the scope “admin”.</p> : null}
      {hasKeys ? null : (
        <p class="quiet">
          Keys of this server stand in its settings. With a store of teams they are made and revoked here.
        </p>
      )}
    </section>
  )
}

/** Sums by a name, the largest first. */
export const sumsBy = (
  rows: ReadonlyArray<DebitRow>,
  nameOf: (row: DebitRow) => string
): ReadonlyArray<readonly [name: string, sum: number]> => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.amount)
  return [...sums].toSorted(([, left], [, right]) => right - left)
}

const UsageView = ({ usage }: { readonly usage: Usage }) => {
  const { available, byDay, coupons, days, debits, held, plan, unit, used } = usage
  const title = unit === "credits" ? "Credits" : "Tokens of models"
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <Figures
        figures={[
          ["available", available === undefined ? "no limit" : number(available)],
          ["used", number(used)],
          ["held", number(held)],
          ...(plan === undefined ? [] : [["plan", number(plan)] as const]),
          ...(coupons === 0 ? [] : [["coupons", number(coupons)] as const])
        ]}
      />
      {days === undefined ? null : (
        <p class="quiet">
          {days.first} to {days.last}
        </p>
      )}
      <DayBars name={`${title} a day`} days={byDay} />
      <Tabs
        label={`${title} of 30 days`}
        tabs={[
          { id: "day", label: "By day", content: () => <Sums title="Day" rows={usedDays(byDay)} hasShares={false} /> },
          {
            id: "key",
            label: "By key",
            content: () => <Sums title="Key" rows={sumsBy(debits, ({ key }) => key ?? "–")} />
          },
          {
            id: "kind",
            label: "By kind",
            content: () => <Sums title="Kind" rows={sumsBy(debits, ({ reason }) => reason)} />
          }
        ]}
      />
    </section>
  )
}

/** The latest first, without those of no use. */
const usedDays = (days: Usage["byDay"]) =>
  days
    .filter(({ amount }) => amount > 0)
    .map(({ amount, day }) => [day, amount] as const)
    .toReversed()

const Sums = ({
  hasShares = true,
  rows,
  title
}: {
  readonly hasShares?: boolean
  readonly title: string
  readonly rows: ReadonlyArray<readonly [name: string, sum: number]>
}) => {
  const most = useMemo(() => Math.max(1, ...rows.map(([, sum]) => sum)), [rows])
  return rows.length === 0 ? (
    <p class="quiet">Nothing was charged in 30 days.</p>
  ) : (
    <table class="sums">
      <TableHead columns={[title, "Charged"]} numbers={["Charged"]} hidden={hasShares ? "Share" : undefined} />
      <tbody>
        {rows.map(([name, sum]) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td class="number">{number(sum)}</td>
            {hasShares ? (
              <td>
                <progress max={most} value={sum} aria-label={name} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const allScopes = ["read", "write", "admin", "scrape", "search", "crawl", "agent", "browser", "monitor"]

const Keys = () => {
  const { api } = useSigned()
  const loaded = useLoad((signal) => api.console<"keyList">("keys", { signal }), "keys", { everyMs: keysRefreshMs })
  const { reload, value } = loaded
  const [name, setName] = useState("")
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(["read", "write"]))
  const [addresses, setAddresses] = useState("")
  const [made, setMade] = useState<string>()
  const [asking, ask] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const id = useId()

  const attempt = async (work: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await work()
      reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  const make = () =>
    attempt(async () => {
      const ranges = addresses.split(/[\s,]+/).filter(Boolean)
      const { key } = await api.console<"keyMake">("keys", {
        method: "POST",
        body: {
          name,
          scopes: allScopes.filter((scope) => scopes.has(scope)),
          ...(ranges.length === 0 ? {} : { addresses: ranges })
        }
      })
      setMade(key)
      setName("")
    })
  const revoke = (key: Key) =>
    attempt(async () => {
      await api.console<"keyRevoke">(`keys/${encodeURIComponent(key.id)}`, { method: "DELETE" })
      ask(undefined)
    })

  return (
    <section class="panel stack" aria-label="Keys">
      <h2>Keys</h2>
      <LoadNote loaded={loaded} />
      <Problem error={problem} />
      <table class="cards-when-narrow">
        <TableHead columns={["Name", "Scopes", "Addresses", "Made", "Last used"]} hidden="Revoke" />
        <tbody>
          {value?.keys.map((key) => (
            <tr key={key.id}>
              <th scope="row" dir="auto">
                {key.name} {key.current ? <span class="badge">yours</span> : null}
              </th>
              <td data-label="Scopes">{key.scopes.join(", ")}</td>
              <td data-label="Addresses">{key.addresses?.join(", ") ?? "any"}</td>
              <td data-label="Made">{key.createdAt === undefined ? "not known" : <Time at={key.createdAt} />}</td>
              <td data-label="Last used">{key.lastUsedAt === undefined ? "never" : <Time at={key.lastUsedAt} />}</td>
              <td>
                {asking === key.id ? (
                  <span class="actions">
                    <button type="button" class="danger" onClick={() => void revoke(key)}>
                      Revoke for good
                    </button>
                    <button type="button" onClick={() => ask(undefined)}>
                      Keep
                    </button>
                  </span>
                ) : (
                  <button type="button" class="small" aria-label={`Revoke ${key.name}`} onClick={() => ask(key.id)}>
                    Revoke
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form
        class="filters"
        aria-label="New key"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <label for={`${id}-name`} class="grow">
          Name of a new key
          <input
            id={`${id}-name`}
            required
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label for={`${id}-addresses`} class="grow">
          Only from these addresses
          <input
            id={`${id}-addresses`}
            placeholder="anywhere, or 203.0.113.0/24, 2001:db8::/32"
            value={addresses}
            onInput={(event) => setAddresses(event.currentTarget.value)}
          />
        </label>
        <fieldset class="scopes">
          <legend>Scopes</legend>
          {allScopes.map((scope) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.has(scope)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(scopes)
                  if (checked) next.add(scope)
                  else next.delete(scope)
                  setScopes(next)
                }}
              />
              {scope}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="primary" disabled={scopes.size === 0}>
          Make key
        </button>
      </form>
      {made === undefined ? null : (
        <p class="note" role="status">
          The new key, shown this once: <code data-key>{made}</code> <CopyButton text={made} />
        </p>
      )}
    </section>
  )
}
