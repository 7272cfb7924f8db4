/** Try a page, a file, a site, a search or an extraction, and look at what came of it. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Problem } from "../kit/Problem.tsx"
import { linkTo, type Route } from "../shell/route.ts"
import { may, useSigned } from "../shell/signed.ts"
import { AddressBar } from "./AddressBar.tsx"
import type { Answer } from "./AnswerView.tsx"
import { CopyAs } from "./CopyAs.tsx"
import { type Draft, firstDraft, fromQuery, isOffered, toQuery } from "./Draft.ts"
import { FormatChoice } from "./FormatChoice.tsx"
import { formatOf } from "./formats.ts"
import { hasFormats, modes, readsPages } from "./modes.ts"
import { OptionForm } from "./Options.tsx"
import { fieldProblems, targetField } from "./problems.ts"
import { type Asked, type OptionField, type OptionFields } from "./request.ts"
import { ResultPane } from "./ResultPane.tsx"
import { type Run, Runs } from "./Runs.tsx"
import { SchemaEditor } from "./SchemaEditor.tsx"
import { send } from "./send.ts"
import { InvalidOption, readOptions } from "./typed.ts"
import "./playground.css"

/** Options of an extraction that have an input of their own. */
const ownInputs = new Set(["prompt", "schema"])

/** Options of the work itself; those of a scrape are options of its page. */
const ownFields = ({ mode }: Draft, fields: OptionFields | undefined): ReadonlyArray<OptionField> =>
  fields === undefined || mode === "scrape" || mode === "parse"
    ? []
    : fields[mode].filter(({ name }) => mode !== "extract" || !ownInputs.has(name))

const pageFields = ({ mode }: Draft, fields: OptionFields | undefined): ReadonlyArray<OptionField> =>
  readsPages(mode) ? (fields?.[mode === "parse" ? "parse" : "scrape"] ?? []) : []

/** What the draft asks for; throws where something that was typed cannot be read. */
const askedOf = (draft: Draft, fields: OptionFields | undefined, file: File | undefined): Asked => {
  const { details, formats, mode, prompt, target } = draft
  const page = readOptions(pageFields(draft, fields), draft.page)
  const own = readOptions(ownFields(draft, fields), draft.own)
  const isNested = mode === "crawl" || mode === "search"
  const nested = isNested && Object.keys(page).length > 0 ? { scrapeOptions: page } : {}
  return {
    mode,
    target: mode === "parse" ? (file?.name ?? "") : target.trim(),
    formats: hasFormats(mode) ? formats.map((name) => formatOf(name, details)) : [],
    options: isNested ? { ...own, ...nested } : { ...page, ...own },
    ...(mode === "extract" ? { prompt, schema: JSON.parse(details.schema) as unknown } : {}),
    ...(file === undefined ? {} : { file })
  }
}

/** Runs that are kept for a look back, while the page is open. */
const maxRuns = 30

export const Playground = ({ route: { query, view } }: { readonly route: Route }) => {
  const signed = useSigned()
  const { api, session } = signed
  const { error: noOptions, value: fields } = useLoad(() => api.console<"options">("options"), "options")
  const [draft, setDraft] = useState<Draft>(firstDraft)
  const [file, setFile] = useState<File>()
  const [startedAt, setStartedAt] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [answer, setAnswer] = useState<Answer>()
  const [runs, setRuns] = useState<ReadonlyArray<Run>>([])
  const control = useRef<AbortController>(undefined)
  const form = useRef<HTMLFormElement>(null)

  // An address that names a request fills the form: a link that was shared, or the one before by Back.
  const address = view === "playground" ? query.toString() : ""
  useEffect(() => {
    const read = fromQuery(new URLSearchParams(address))
    if (read !== undefined && isOffered(read.mode, session.parts)) {
      // Secrets are in no address: those that are typed stay.
      setDraft((before) =>
        toQuery(before) === toQuery(read)
          ? before
          : { ...read, page: { ...secretsOf(before), ...read.page }, target: read.target }
      )
    }
  }, [address])

  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    if (change.mode !== undefined) setProblem(undefined)
  }
  const asked = useCallback(() => askedOf(draft, fields, file), [draft, fields, file])
  const problems = fieldProblems(problem)

  const run = async () => {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    setProblem(undefined)
    setAnswer(undefined)
    setStartedAt(Date.now())
    const keep = (outcome: Run["outcome"], tookMs?: number) =>
      setRuns((before) =>
        [{ at: Date.now(), draft, outcome, ...(tookMs === undefined ? {} : { tookMs }) }, ...before].slice(0, maxRuns)
      )
    try {
      if (draft.mode === "parse" && file === undefined) throw new InvalidOption(targetField, "Choose a file first")
      if (draft.mode !== "parse" && draft.target.trim() === "") {
        throw new InvalidOption(targetField, `${modes[draft.mode].target}: fill it in first`)
      }
      const request = asked()
      const hash = `#/playground?${toQuery(draft)}`
      if (location.hash !== hash) history.pushState(null, "", hash)
      const { tookMs, value } = await send(api, request, own.signal)
      keep("done", tookMs)
      if (request.mode === "crawl") {
        location.hash = linkTo("jobs", (value as { readonly id: string }).id)
        return
      }
      setAnswer({ asked: request, tookMs, value })
    } catch (error) {
      if (own.signal.aborted) return
      keep("failed")
      setProblem(error)
    } finally {
      if (control.current === own) setStartedAt(undefined)
    }
  }

  const stop = () => {
    control.current?.abort()
    setStartedAt(undefined)
  }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || form.current?.checkVisibility() !== true) return
      event.preventDefault()
      form.current.requestSubmit()
    }
    addEventListener("keydown", listen)
    return () => removeEventListener("keydown", listen)
  }, [])

  const own = ownFields(draft, fields)
  const page = pageFields(draft, fields)
  const busy = startedAt !== undefined
  return (
    <div class="stack">
      <h1 class="visually-hidden">Playground</h1>
      <form
        ref={form}
        class="playground"
        aria-label="Request"
        // What is wrong is said by this page, beside its input, in one way for all inputs.
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <AddressBar
          draft={draft}
          file={file}
          busy={busy}
          problem={problems[targetField]}
          set={set}
          setFile={setFile}
          stop={stop}
        />
        <div class="panel request stack">
          {may(signed, "write") ? null : <p class="note">This key may only read: it can look, and run nothing.</p>}
          {hasFormats(draft.mode) ? <FormatChoice draft={draft} offered={fields?.formats ?? []} set={set} /> : null}
          {draft.mode === "extract" ? (
            <>
              <label class="field">
                What to extract, in words
                <input value={draft.prompt} onInput={(event) => set({ prompt: event.currentTarget.value })} />
              </label>
              <SchemaEditor
                text={draft.details.schema}
                set={(schema) => set({ details: { ...draft.details, schema } })}
              />
            </>
          ) : null}
          <Problem error={noOptions} />
          {own.length === 0 ? null : (
            <OptionForm
              title="Options"
              fields={own}
              typed={draft.own}
              problems={problems}
              set={(typed) => set({ own: typed })}
            />
          )}
          {page.length === 0 ? null : (
            <OptionForm
              title="Options of pages"
              fields={page}
              typed={draft.page}
              problems={problems}
              set={(typed) => set({ page: typed })}
            />
          )}
          <CopyAs asked={asked} fields={fields} />
          <Runs runs={runs} open={setDraft} />
        </div>
        <ResultPane
          running={startedAt === undefined ? undefined : { draft, startedAt }}
          problem={problem}
          answer={answer}
        />
      </form>
    </div>
  )
}

const secretsOf = ({ page }: Draft): Draft["page"] =>
  Object.fromEntries(["headers", "actions"].flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]])))
