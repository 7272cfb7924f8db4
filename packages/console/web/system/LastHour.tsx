/** What the server kept of the last hour, and which thresholds are passed now. */
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"
import { useLoad } from "../connection/useLoad.ts"
import { LoadedView } from "../kit/LoadedView.tsx"
import { bytes, counted, duration, number } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import { TimeLine } from "./TimeLine.tsx"
import "./system.css"

type History = ConsoleAnswer<"systemHistory">
type Figure = Exclude<keyof History["current"], "at">

const refreshMs = 15_000

const rate = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 })

/** In the order in which they are shown. */
const figures: ReadonlyArray<readonly [figure: Figure, name: string, text: (value: number) => string]> = [
  ["pagesPerSecond", "Pages a second", rate],
  ["running", "Pages running", number],
  ["waiting", "Pages waiting", number],
  ["jobs", "Jobs open", number],
  ["longestWaitMs", "Longest wait for a worker", duration],
  ["storeMs", "Answer of the store", duration],
  ["eventLoopMs", "Event-loop delay", duration],
  ["memoryBytes", "Memory", bytes],
  ["heapBytes", "Heap", bytes],
  ["browserTabs", "Browser tabs busy", number]
]

const nameOf = (figure: string): string => figures.find(([id]) => id === figure)?.[1] ?? figure

export const LastHour = () => {
  const { api } = useSigned()
  const loaded = useLoad((signal) => api.console<"systemHistory">("system/history", { signal }), "systemHistory", {
    everyMs: refreshMs
  })
  return (
    <section class="panel stack" aria-label="Last hour">
      <h2>Last hour</h2>
      <LoadedView loaded={loaded}>{(history) => <Lines history={history} />}</LoadedView>
    </section>
  )
}

const Lines = ({ history: { current, samples, thresholds } }: { readonly history: History }) => {
  const passed = thresholds.filter(({ isPassed }) => isPassed)
  const all = [...samples, current]
  return (
    <>
      <p role="status" class={passed.length === 0 ? "quiet small-text" : "problem"}>
        {passed.length === 0
          ? `None of ${counted(thresholds.length, "threshold")} is passed.`
          : `Too high: ${passed.map(({ figure }) => nameOf(figure)).join(", ")}.`}
      </p>
      <div class="time-lines">
        {figures
          .filter(([figure]) => all.some((sample) => sample[figure] !== undefined))
          .map(([figure, name, text]) => {
            const threshold = thresholds.find((found) => found.figure === figure)
            return (
              <TimeLine
                key={figure}
                name={name}
                text={text}
                now={current.at}
                points={all.map((sample) => ({ at: sample.at, value: sample[figure] }))}
                limit={threshold?.limit}
                reason={threshold?.isPassed === true ? threshold.reason : undefined}
              />
            )
          })}
      </div>
      <p class="quiet small-text">
        Pages a second, event loop, memory and tabs are those of the process that answers. Jobs, pages and waits are
        those of the whole store. A restart begins a new hour.
      </p>
    </>
  )
}
