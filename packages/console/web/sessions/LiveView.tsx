/** The browser of a session, as it is now. */
import { SafeLink } from "../kit/SafeLink.tsx"
import "./sessions.css"

/** The policy of the console shows frames of its own origin alone: a server may have another address for its sessions. */
export const canBeFramed = (url: string): boolean => URL.parse(url)?.origin === location.origin

/**
 * The framed page is a fixed one of this server under a policy of its own: it shows pictures of the session and its address
 * as text. It needs its origin to connect; it gets no forms, windows or navigation of this page.
 */
export const LiveView = ({
  close,
  id,
  url
}: {
  readonly id: string
  readonly url: string
  readonly close: () => void
}) => (
  <section class="panel stack" aria-label="Live view">
    <div class="view-head">
      <h2>
        Live view of <code>{id}</code>
      </h2>
      <div class="actions">
        <SafeLink url={url} text="Open in a window" />
        <button type="button" class="small" onClick={close}>
          Stop watching
        </button>
      </div>
    </div>
    <iframe
      class="live-view"
      title={`Browser of session ${id}`}
      src={url}
      sandbox="allow-scripts allow-same-origin"
      referrerpolicy="no-referrer"
    />
  </section>
)
