/** Try a page, a file, a site, a search or an extraction, and look at what came of it. */
import { useId, useMemo, useRef, useState } from "preact/hooks"
import { root, type Timed } from "../api.ts"
import { afterFailure, type Connection } from "../connection/connection.ts"
import { CopyButton, JsonTree, may, messageOf, Problem, SafeLink, type Tab, Tabs, useLoad, useSigned } from "../ui.tsx"
import { OptionForm, readOptions, type Typed } from "./Options.tsx"
import { type Asked, bodyOf, type Mode, type OptionField, pathOf, wordingsOf } from "./request.ts"
import { DocumentView, type PageDocument } from "./Results.tsx"
import { SchemaEditor } from "./SchemaEditor.tsx"

/** `target` names the input. */
const modes: Readonly<Record<Mode, { readonly label: string; readonly target: string }>> = {
  scrape: { label: "Scrape", target: "Address of the page" },
  parse: { label: "Parse a file", target: "File" },
  map: { label: "Map", target: "Address of the site" },
  search: { label: "Search", target: "Search for" },
  extract: { label: "Extract", target: "Addresses, one a line; /* at the end takes the whole site" },
  crawl: { label: "Crawl", target: "Address to start from" }
}
const modeNames = Object.keys(modes) as ReadonlyArray<Mode>

/** Those that every server has. */
const basicModes = new Set<Mode>(["scrape", "parse"])

/** Formats that need more than their name are asked for with what a first look wants. */
const formatOf = (name: string, schema: string): unknown => {
  if (name === "json") return { type: "json", schema: JSON.parse(schema) as unknown }
  if (name === "changeTracking") return { type: "changeTracking", modes: ["git-diff"] }
  if (name === "screenshot") return { type: "screenshot", fullPage: true }
  return name
}

/** Those that ask for a question or a selector of their own are left to code. */
const needMore = new Set(["attributes", "question", "query", "highlights"])

/** Options of an extraction that have an input of their own. */
const ownInputs = new Set(["prompt", "schema"])

interface Answer {
  readonly asked: Asked
  readonly tookMs: number
  readonly value: unknown
}

const firstSchema = JSON.stringify(
  { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
  null,
  2
)

/** Waits until an extraction has ended; the server says what it has meanwhile. */
const pollMs = 700

export const Playground = () => {
  const signed = useSigned()
  const { api, session } = signed
  const { error: noOptions, value: fields } = useLoad(() => api.console<"options">("options"), "options")
  const [mode, setMode] = useState<Mode>("scrape")
  const [target, setTarget] = useState("")
  const [file, setFile] = useState<File>()
  const [formats, setFormats] = useState<ReadonlySet<string>>(new Set(["markdown", "links"]))
  const [typed, setTyped] = useState<Typed>({})
  const [special, setSpecial] = useState<Typed>({})
  const [schema, setSchema] = useState(firstSchema)
  const [prompt, setPrompt] = useState("")
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [answer, setAnswer] = useState<Answer>()
  const control = useRef<AbortController>(undefined)
  const results = useRef<HTMLElement>(null)
  const id = useId()
  const hasFormats = mode === "scrape" || mode === "parse" || mode === "crawl"
  const own: ReadonlyArray<OptionField> =
    fields === undefined || mode === "scrape" || mode === "parse"
      ? []
      : fields[mode].filter(({ name }) => mode !== "extract" || !ownInputs.has(name))
  const page = fields?.[mode === "parse" ? "parse" : "scrape"] ?? []
  const hasPage = mode === "scrape" || mode === "parse" || mode === "crawl" || mode === "search"

  const asked = (): Asked => {
    const pageOptions = hasPage ? readOptions(page, typed) : {}
    const options = readOptions(own, special)
    const nested = mode === "crawl" || mode === "search"
    const within = nested && Object.keys(pageOptions).length > 0
    return {
      mode,
      target: mode === "parse" ? (file?.name ?? "") : target.trim(),
      formats: hasFormats ? [...formats].map((name) => formatOf(name, schema)) : [],
      options: nested
        ? { ...options, ...(within ? { scrapeOptions: pageOptions } : {}) }
        : { ...pageOptions, ...options },
      ...(mode === "extract" ? { prompt, schema: JSON.parse(schema) as unknown } : {}),
      ...(file === undefined ? {} : { file })
    }
  }

  const send = async (request: Asked, signal: AbortSignal): Promise<Timed<unknown>> => {
    if (request.mode === "parse") {
      const form = new FormData()
      form.append("file", request.file!)
      form.append("options", JSON.stringify(bodyOf(request)))
      return api.timed("v2/parse", { method: "POST", form, signal })
    }
    const answered = await api.timed<{ readonly id?: string }>(pathOf(request), {
      method: "POST",
      body: bodyOf(request),
      signal
    })
    if (request.mode !== "extract") return answered
    const from = performance.now()
    let connection: Connection = { state: "polling" }
    while (!signal.aborted) {
      try {
        const status = await api.json<{ readonly status: string }>(`v2/extract/${answered.value.id}`, { signal })
        if (status.status !== "processing") {
          return { value: status, tookMs: answered.tookMs + performance.now() - from }
        }
        connection = { state: "polling" }
      } catch (error) {
        // The extraction runs on the server, whether the server can be reached at the moment or not.
        connection = afterFailure(connection, error, Math.random())
        if (connection.state !== "reconnecting") throw error
      }
      const waitMs = connection.state === "reconnecting" ? connection.waitMs : pollMs
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    throw signal.reason
  }

  const run = async () => {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    setProblem(undefined)
    setBusy(true)
    try {
      if (mode === "parse" && file === undefined) throw new Error("Choose a file first")
      const request = asked()
      const { tookMs, value } = await send(request, own.signal)
      if (request.mode === "crawl") {
        location.hash = `#/jobs/${encodeURIComponent((value as { readonly id: string }).id)}`
        return
      }
      setAnswer({ asked: request, tookMs, value })
      // On a narrow screen the result stands below the form.
      requestAnimationFrame(() => results.current?.scrollIntoView({ block: "nearest" }))
    } catch (error) {
      if (!own.signal.aborted) {
        // The result of an earlier request must not stand under the error of this one.
        setAnswer(undefined)
        setProblem(error)
      }
    } finally {
      if (control.current === own) setBusy(false)
    }
  }

  const wordings = useMemo(() => {
    try {
      return wordingsOf(asked(), root.href, fields)
    } catch (error) {
      return [{ id: "none", label: "Request", text: messageOf(error) }]
    }
  }, [mode, target, file, formats, typed, special, schema, prompt, fields])

  return (
    <div class="split">
      <form
        class="panel"
        aria-label="Request"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <h1>Playground</h1>
        <fieldset class="modes">
          <legend>What to do</legend>
          {modeNames
            .filter((name) => basicModes.has(name) || session.parts.includes(name))
            .map((value) => (
              <label key={value} class={value === mode ? "chosen" : ""}>
                <input
                  type="radio"
                  name="mode"
                  value={value}
                  checked={value === mode}
                  onChange={() => {
                    setMode(value)
                    setProblem(undefined)
                  }}
                />
                {modes[value].label}
              </label>
            ))}
        </fieldset>
        {mode === "parse" ? (
          <div
            class="drop"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              setFile(event.dataTransfer?.files[0])
            }}
          >
            <label for={`${id}-file`}>File to parse: choose it, or drop it here</label>
            <input id={`${id}-file`} type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
            {file === undefined ? null : (
              <p dir="auto">
                {file.name}, {file.size.toLocaleString("en")} bytes
              </p>
            )}
          </div>
        ) : (
          <div>
            <label for={`${id}-target`}>{modes[mode].target}</label>
            {mode === "extract" ? (
              <textarea
                id={`${id}-target`}
                rows={2}
                required
                spellcheck={false}
                value={target}
                onInput={(event) => setTarget(event.currentTarget.value)}
              />
            ) : (
              <input
                id={`${id}-target`}
                required
                autocomplete="off"
                spellcheck={false}
                placeholder={mode === "search" ? "words" : "https://example.com"}
                value={target}
                onInput={(event) => setTarget(event.currentTarget.value)}
              />
            )}
          </div>
        )}
        {hasFormats ? (
          <fieldset class="formats">
            <legend>Formats</legend>
            {(fields?.formats ?? [])
              .filter((name) => !needMore.has(name))
              .map((name) => (
                <label key={name} class="check">
                  <input
                    type="checkbox"
                    name="format"
                    value={name}
                    checked={formats.has(name)}
                    onChange={({ currentTarget: { checked } }) => {
                      const next = new Set(formats)
                      if (checked) next.add(name)
                      else next.delete(name)
                      setFormats(next)
                    }}
                  />
                  {name}
                </label>
              ))}
          </fieldset>
        ) : null}
        {mode === "extract" ? (
          <div>
            <label for={`${id}-prompt`}>What to extract, in words</label>
            <input id={`${id}-prompt`} value={prompt} onInput={(event) => setPrompt(event.currentTarget.value)} />
          </div>
        ) : null}
        {mode === "extract" || (hasFormats && formats.has("json")) ? (
          <SchemaEditor text={schema} set={setSchema} />
        ) : null}
        <Problem error={noOptions} />
        {own.length > 0 ? <OptionForm title="Options" fields={own} typed={special} set={setSpecial} /> : null}
        {hasPage ? <OptionForm title="Options of pages" fields={page} typed={typed} set={setTyped} /> : null}
        <div class="actions">
          <button type="submit" class="primary" disabled={!may(signed, "write")} aria-busy={busy}>
            {busy ? "Running…" : mode === "crawl" ? "Start crawl" : "Run"}
          </button>
          {busy ? (
            <button
              type="button"
              onClick={() => {
                control.current?.abort()
                setBusy(false)
              }}
            >
              Stop waiting
            </button>
          ) : null}
          {may(signed, "write") ? null : <span class="quiet">This key may only read.</span>}
        </div>
        <details class="options">
          <summary>Copy as…</summary>
          <Tabs
            label="Copy as"
            tabs={wordings.map(({ id: name, label, text }): Tab => ({
              id: name,
              label,
              content: () => (
                <div class="wording">
                  <CopyButton text={text} />
                  <pre tabIndex={0} aria-label={`Request as ${label}`}>
                    {text}
                  </pre>
                </div>
              )
            }))}
          />
        </details>
      </form>
      <section class="panel results" ref={results} aria-label="Result" aria-busy={busy}>
        <div role="status" class="visually-hidden">
          {busy ? "Running" : answer === undefined ? "" : "The result is there"}
        </div>
        <Problem error={problem} />
        {answer !== undefined ? (
          <AnswerView answer={answer} />
        ) : problem !== undefined ? null : (
          <div class="empty">
            <h2>{busy ? "Running…" : "Nothing yet"}</h2>
            <p>Give an address and press Run: the result is shown here, with what it took.</p>
          </div>
        )}
      </section>
    </div>
  )
}

interface Hit {
  readonly url?: string
  readonly title?: string
  readonly description?: string
}

const AnswerView = ({ answer: { asked, tookMs, value } }: { readonly answer: Answer }) => {
  const { data, links } = value as { readonly data?: unknown; readonly links?: ReadonlyArray<string | Hit> }
  if (asked.mode === "scrape" || asked.mode === "parse") {
    const document = data as PageDocument
    return (
      <div>
        <h2 dir="auto">{document.metadata.title ?? asked.target}</h2>
        {(document.metadata.statusCode ?? 0) >= 400 ? (
          <p class="problem">
            The site answered with status {document.metadata.statusCode}: what follows is its error page.
          </p>
        ) : null}
        <p class="quiet">
          {document.metadata.statusCode ?? ""} · {Math.round(tookMs)} ms
          {document.metadata.cacheState === undefined ? "" : ` · cache ${document.metadata.cacheState}`}
        </p>
        <DocumentView
          document={document}
          tookMs={tookMs}
          {...(asked.mode === "scrape" ? { explain: { url: asked.target, ...asked.options } } : {})}
        />
      </div>
    )
  }
  const hits = asked.mode === "map" ? (links ?? []) : Object.values((data ?? {}) as Record<string, unknown>).flat()
  if (asked.mode === "extract") {
    return (
      <div>
        <h2>Extraction</h2>
        <p class="quiet">{Math.round(tookMs)} ms</p>
        <JsonTree name="data" value={data ?? value} open />
        <Tabs
          label="Result"
          tabs={[{ id: "all", label: "Whole answer", content: () => <JsonTree value={value} open /> }]}
        />
      </div>
    )
  }
  return (
    <div>
      <h2>
        {hits.length} {asked.mode === "map" ? "addresses" : "hits"}
      </h2>
      <p class="quiet">{Math.round(tookMs)} ms</p>
      <ol class="links">
        {hits.slice(0, 2000).map((hit) => {
          const { description, title, url = "" } = typeof hit === "string" ? { url: hit } : (hit as Hit)
          return (
            <li>
              <SafeLink url={url} {...(title === undefined ? {} : { text: title })} />
              {description === undefined ? null : <div dir="auto">{description}</div>}
              {title === undefined ? null : <div class="quiet">{url}</div>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
