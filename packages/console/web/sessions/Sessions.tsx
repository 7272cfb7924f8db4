/** Browser sessions that are open, and the profiles that they begin with. */
import { useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Empty } from "../kit/Empty.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { Problem } from "../kit/Problem.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { TableHead } from "../kit/TableHead.tsx"
import { bytes, until } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { may, useSigned } from "../shell/signed.ts"
import { canBeFramed, LiveView } from "./LiveView.tsx"

const refreshMs = 3000

interface Session {
  readonly id: string
  readonly liveViewUrl: string
  readonly createdAt: string
  readonly lastActivity: string
}

interface Profile {
  readonly name: string
  readonly bytes: number
  readonly savedAt: string
  readonly usedAt: string
  readonly expiresAt: string
}

/** A deed that is asked for twice. */
const Remove = ({
  label,
  name,
  remove
}: {
  readonly name: string
  readonly label: string
  readonly remove: () => void
}) => {
  const [asks, ask] = useState(false)
  return asks ? (
    <span class="actions">
      <button type="button" class="danger small" onClick={remove}>
        {label} for good
      </button>
      <button type="button" class="small" onClick={() => ask(false)}>
        Keep
      </button>
    </span>
  ) : (
    <button type="button" class="small" aria-label={`${label} ${name}`} onClick={() => ask(true)}>
      {label}
    </button>
  )
}

const useRemoval = (reload: () => void) => {
  const { api } = useSigned()
  const [problem, setProblem] = useState<unknown>()
  const remove = async (path: string) => {
    setProblem(undefined)
    try {
      await api.json(path, { method: "DELETE" })
      reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  return { problem, remove }
}

const Profiles = () => {
  const signed = useSigned()
  const loaded = useLoad(
    (signal) => signed.api.json<{ readonly profiles: ReadonlyArray<Profile> }>("v2/profiles", { signal }),
    "profiles"
  )
  const { problem, remove } = useRemoval(loaded.reload)
  return (
    <section class="panel stack" aria-label="Profiles">
      <h2>Profiles</h2>
      <Problem error={problem} />
      <LoadedView loaded={loaded}>
        {({ profiles }) =>
          profiles.length === 0 ? (
            <p class="quiet">None yet. A session or a scrape with a profile keeps its cookies and storage here.</p>
          ) : (
            <table class="cards-when-narrow">
              <TableHead columns={["Name", "Size", "Saved", "Used", "Expires"]} hidden="Delete" />
              <tbody>
                {profiles.map(({ bytes: size, expiresAt, name, savedAt, usedAt }) => (
                  <tr key={name}>
                    <th scope="row" dir="auto">
                      {name}
                    </th>
                    <td data-label="Size">{bytes(size)}</td>
                    <td data-label="Saved">
                      <Time at={Date.parse(savedAt)} />
                    </td>
                    <td data-label="Used">
                      <Time at={Date.parse(usedAt)} />
                    </td>
                    <td data-label="Expires">{until(Date.parse(expiresAt))}</td>
                    <td>
                      {may(signed, "write") ? (
                        <Remove
                          label="Delete"
                          name={name}
                          remove={() => void remove(`v2/profiles/${encodeURIComponent(name)}`)}
                        />
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </LoadedView>
    </section>
  )
}

export const Sessions = () => {
  const signed = useSigned()
  const { api } = signed
  const loaded = useLoad(
    (signal) => api.json<{ readonly sessions: ReadonlyArray<Session> }>("v2/browser", { signal }),
    "sessions",
    { everyMs: refreshMs }
  )
  const [opening, setProblem] = useState<unknown>()
  const [watchedId, watch] = useState<string>()
  const watched = loaded.value?.sessions.find(({ id }) => id === watchedId)
  const { problem, remove } = useRemoval(loaded.reload)
  const open = async () => {
    setProblem(undefined)
    try {
      await api.json("v2/browser", { method: "POST", body: {} })
      loaded.reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  return (
    <section class="stack">
      <div class="view-head">
        <h1>Sessions</h1>
        {may(signed, "write") ? (
          <button type="button" class="primary" onClick={() => void open()}>
            Open session
          </button>
        ) : null}
      </div>
      <Problem error={opening ?? problem} />
      <LoadedView loaded={loaded}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <div class="panel">
              <Empty title="No session is open">
                <p>A session is a browser that stays open between calls of the API.</p>
              </Empty>
            </div>
          ) : (
            <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Open sessions">
              <table class="cards-when-narrow">
                <TableHead columns={["Session", "Opened", "Last call"]} hidden="Close" />
                <tbody>
                  {sessions.map(({ createdAt, id, lastActivity, liveViewUrl }) => (
                    <tr key={id}>
                      <th scope="row">
                        <code>{id}</code>
                        {liveViewUrl === "" ? null : (
                          <div class="actions">
                            {canBeFramed(liveViewUrl) ? (
                              <button
                                type="button"
                                class="small"
                                aria-label={`Watch session ${id}`}
                                aria-pressed={id === watchedId}
                                onClick={() => watch(id === watchedId ? undefined : id)}
                              >
                                Watch
                              </button>
                            ) : null}
                            <SafeLink url={liveViewUrl} text="Watch in a window" />
                          </div>
                        )}
                      </th>
                      <td data-label="Opened">
                        <Time at={Date.parse(createdAt)} />
                      </td>
                      <td data-label="Last call">
                        <Time at={Date.parse(lastActivity)} />
                      </td>
                      <td>
                        {may(signed, "write") ? (
                          <Remove
                            label="Close"
                            name={`session ${id}`}
                            remove={() => void remove(`v2/browser/${encodeURIComponent(id)}`)}
                          />
                        ) : null}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </LoadedView>
      {watched === undefined ? null : (
        <LiveView key={watched.id} id={watched.id} url={watched.liveViewUrl} close={() => watch(undefined)} />
      )}
      <Profiles />
    </section>
  )
}
