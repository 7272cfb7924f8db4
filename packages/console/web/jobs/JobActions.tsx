/** What can be done with a job: pausing, trying again, taking its pages along. */
import { useState } from "preact/hooks"
import { root } from "../api.ts"
import { Problem } from "../kit/Problem.tsx"
import { bytes, number } from "../kit/text.ts"
import { may, useSigned } from "../shell/signed.ts"
import { isRunning, type Job } from "./model.ts"

/** How long browsers may take to begin with a download of an object URL. */
const keptMs = 10_000

const save = (body: Blob, name: string): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(body)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

/** Reads an answer to its end and tells how much there is of it by now. */
const readWith = async (response: Response, tell: (received: number) => void): Promise<Blob> => {
  const parts: Array<BlobPart> = []
  let received = 0
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: response.headers.get("content-type") ?? "" })
    parts.push(value)
    received += value.byteLength
    tell(received)
  }
}

export const JobActions = ({ job, refresh }: { readonly job: Job; readonly refresh: () => void }) => {
  const signed = useSigned()
  const { api } = signed
  const [problem, setProblem] = useState<unknown>()
  const [said, say] = useState("")
  const path = `jobs/${encodeURIComponent(job.id)}`

  const attempt = async (work: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await work()
    } catch (failure) {
      say("")
      setProblem(failure)
    }
  }
  const act = (what: string, done: string) =>
    attempt(async () => {
      await api.console<"jobPause">(`${path}/${what}`, { method: "POST" })
      say(done)
      refresh()
    })
  const download = (format: "jsonl" | "zip") =>
    attempt(async () => {
      const { url } = await api.console<"jobExport">(`${path}/export`, { method: "POST", body: { format } })
      // The server may call itself by another name than the visitor does.
      const address = new URL(`console/api/downloads/${url.split("/").at(-1)!}`, root)
      const response = await api.response(`console/api/downloads/${address.pathname.split("/").at(-1)!}`)
      const body = await readWith(response, (received) => say(`Exporting, ${bytes(received)} so far`))
      save(body, `${job.id}.${format}`)
      say(`Exported, ${bytes(body.size)}`)
    })

  const action = (what: string, done: string, label: string, look?: string) =>
    may(signed, "write") ? (
      <button type="button" class={look} onClick={() => void act(what, done)}>
        {label}
      </button>
    ) : null
  return (
    <>
      <div class="actions">
        {job.status === "scraping" ? action("pause", "Paused", "Pause") : null}
        {job.status === "paused" ? action("resume", "Resumed", "Resume", "primary") : null}
        {isRunning(job) ? action("cancel", "Cancelled", "Cancel", "danger") : null}
        {job.counts.failed > 0 && job.status !== "cancelled" && job.status !== "failed"
          ? action("retry", "Failed pages are tried again", `Retry ${number(job.counts.failed)} failed`)
          : null}
        <button type="button" onClick={() => void download("jsonl")} disabled={job.counts.completed === 0}>
          Export JSONL
        </button>
        <button type="button" onClick={() => void download("zip")} disabled={job.counts.completed === 0}>
          Export Markdown (ZIP)
        </button>
        <span role="status" class="quiet small-text">
          {said}
        </span>
      </div>
      <Problem error={problem} />
    </>
  )
}
