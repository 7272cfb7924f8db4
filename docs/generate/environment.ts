/** Names that the command reads from its environment or its file of settings, found in its sources. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root, sourcesOf } from "./comments.ts"
import { anchored, code, page, table } from "./text.ts"

/** What each name means, and the flag that wins over it. */
const meanings: Readonly<Record<string, readonly [flag: string, meaning: string]>> = {
  AWS_ACCESS_KEY_ID: ["", "Used where `ORBWEAVER_S3_ACCESS_KEY_ID` is absent"],
  AWS_REGION: ["", "Used where `ORBWEAVER_S3_REGION` is absent"],
  AWS_SECRET_ACCESS_KEY: ["", "Used where `ORBWEAVER_S3_SECRET_ACCESS_KEY` is absent"],
  AWS_SESSION_TOKEN: ["", "Used where `ORBWEAVER_S3_SESSION_TOKEN` is absent"],
  BRAVE_API_KEY: ["", "Search by Brave"],
  HOST: ["--host", "Address to listen on; 127.0.0.1 when absent. Others want keys"],
  LOGGING_LEVEL: ["--log-level", "Least important line of the log that is written; `info` when absent"],
  MODEL_EMBEDDING_NAME: ["--embedding-model", "Embedding model for questions and highlights"],
  MODEL_NAME: ["--model", "Language model for summaries, answers and `json`"],
  OLLAMA_BASE_URL: ["--model-url", "Endpoint of a local model; wins over `OPENAI_BASE_URL`"],
  OPENAI_API_KEY: ["", "Key for the endpoint of the model; never sent to `OLLAMA_BASE_URL`"],
  OPENAI_BASE_URL: ["--model-url", "OpenAI-compatible endpoint of the model"],
  ORBWEAVER_TRUSTED_PROXIES: [
    "--trusted-proxy",
    "Proxies before the server whose `X-Forwarded-For` names the caller, with commas"
  ],
  ORBWEAVER_ALLOWED_HOSTS: ["--allow-host", "Host names that a server without keys answers, with commas"],
  ORBWEAVER_ALLOWED_ORIGINS: ["--allow-origin", "Websites that may call a server without keys, with commas"],
  ORBWEAVER_ISOLATED: ["--isolated", "Read documents and large pages in processes of their own; `false` when absent"],
  ORBWEAVER_ALLOW_LOCAL: ["--allow-local", "Allow requests to loopback and private addresses; `false` when absent"],
  ORBWEAVER_API_KEYS: ["--api-key", "Keys of callers, with commas"],
  ORBWEAVER_BROWSER: ["--browser", "Use a browser when a page needs one; `true` when absent"],
  ORBWEAVER_BROWSER_URL: [
    "--browser-url",
    "Address of a browser that runs on this machine; one is started when absent"
  ],
  ORBWEAVER_CACHE_SHARING: [
    "--cache-sharing",
    "`account`: a team is answered from its own pages; `shared`: from those of all"
  ],
  ORBWEAVER_DATA: ["--data", "Folder for jobs, ledger, cache and pictures; memory when absent"],
  ORBWEAVER_DATABASE: ["--database", "PostgreSQL that keeps them: `postgres://user:password@host/database`"],
  ORBWEAVER_DATABASE_LISTEN: [
    "",
    "Address of PostgreSQL itself where that of the database is a pooler's: processes notify each other over it"
  ],
  ORBWEAVER_DATABASE_READ: [
    "",
    "Address of a read replica of PostgreSQL, for long lists and the search of the local index"
  ],
  ORBWEAVER_DOORS: [
    "--door",
    "Other protocols to answer, with commas: `reader`, `open-webui`, `tavily`, `mcp`; none when absent"
  ],
  ORBWEAVER_ENCRYPTION_KEYS: [
    "",
    "Keys of at least 32 characters, with commas, that encrypt browser profiles, and what jobs and monitors of the store were asked; the first encrypts, all decrypt"
  ],
  ORBWEAVER_LOG: ["--log", "`json` or `pretty`; pretty on a terminal when absent"],
  ORBWEAVER_CONSOLE: ["--no-console", "Serve the console at `/console`; `true` when absent"],
  ORBWEAVER_REMOTE_CONTROL: [
    "--remote-control",
    "Give browser sessions addresses for clients of the DevTools protocol and for people; `false` when absent"
  ],
  ORBWEAVER_METRICS: ["--metrics", "Answer `GET /metrics` for Prometheus; `false` when absent"],
  ORBWEAVER_OCR_DATA: ["", "Folder with the data of the languages; the npm packages of the data when absent"],
  ORBWEAVER_OCR_LANGUAGES: [
    "",
    "Languages of text in pictures, with commas, if `@orbweaver/ocr` is installed; `eng` when absent"
  ],
  ORBWEAVER_PROFILE_BYTES: ["", "Bytes of a browser profile, as JSON; 2 MiB when absent"],
  ORBWEAVER_ACTIVITY_ROWS: ["", "Calls of each account that its list keeps; 0 keeps none, 10,000 when absent"],
  ORBWEAVER_ACTIVITY_DAYS: ["", "Days that a call is kept in the list; 30 when absent"],
  ORBWEAVER_BLOCKED_HOSTS: [
    "",
    "Hosts that nothing may reach, with all below them, separated by commas: names, ends of names such as `zip`, and networks"
  ],
  ORBWEAVER_PROFILE_DAYS: ["", "Days that a browser profile is kept without being used; 30 when absent"],
  ORBWEAVER_PROFILES_PER_ACCOUNT: ["", "Browser profiles of an account; 50 when absent"],
  ORBWEAVER_PUBLIC_URL: ["--public-url", "Address that callers use, for links in answers"],
  ORBWEAVER_S3_ACCESS_KEY_ID: ["", "Key for the bucket; `AWS_ACCESS_KEY_ID` when absent"],
  ORBWEAVER_S3_BUCKET: ["", "Bucket of an S3-compatible store that keeps pictures and PDFs"],
  ORBWEAVER_S3_CACHE: ["", "Also keep cached pages in the bucket; `false` when absent"],
  ORBWEAVER_S3_DOCUMENTS: ["", "Also keep the documents of crawls and batches in the bucket; `false` when absent"],
  ORBWEAVER_S3_ENDPOINT: ["", "Address of the store; that of AWS for the region when absent"],
  ORBWEAVER_S3_PATH_STYLE: ["", "Name the bucket in the path, not in the host; `true` where there is an endpoint"],
  ORBWEAVER_S3_PREFIX: ["", "Beginning of the keys of all objects"],
  ORBWEAVER_S3_PRESIGN: ["", "Give out signed addresses of the store itself; `false` when absent"],
  ORBWEAVER_S3_READ_UNENCRYPTED: [
    "",
    "Read documents and cached pages that were stored before there were `ORBWEAVER_ENCRYPTION_KEYS`; `false` when absent"
  ],
  ORBWEAVER_S3_REGION: ["", "Region of the bucket; `AWS_REGION`, or `us-east-1`, when absent"],
  ORBWEAVER_S3_SECRET_ACCESS_KEY: ["", "Secret of the key; `AWS_SECRET_ACCESS_KEY` when absent"],
  ORBWEAVER_S3_SESSION_TOKEN: ["", "Token of temporary credentials; `AWS_SESSION_TOKEN` when absent"],
  ORBWEAVER_MAIL: [
    "",
    "Mail server of monitors: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`; `?tls=never` for a relay on the same machine. Monitors with e-mail are refused when absent"
  ],
  ORBWEAVER_MAIL_FROM: ["", "Sender of mails: an address, or `Name <address>`"],
  ORBWEAVER_MAIL_RECIPIENTS: [
    "",
    "Who may be sent mail: addresses, and domains as `@example.com`, separated by commas. Everybody when absent"
  ],
  ORBWEAVER_STORED_TEAMS: ["--stored-teams", "Teams of the store, changed while the server runs; `false` when absent"],
  ORBWEAVER_BROWSER_SESSIONS: ["", "Browser sessions that one process has open at once; 4 when absent"],
  ORBWEAVER_BROWSER_SESSIONS_PER_ACCOUNT: [
    "",
    "Browser sessions that one account has open at once in a process; 2 when absent. A new one ends its idle session whose last call is longest ago"
  ],
  ORBWEAVER_TEMPORARY_FOLDER: [
    "",
    "Folder of what browsers write while they run; made where there is none. The system's temporary folder when absent"
  ],
  ORBWEAVER_TEAMS: ["--teams", "File of teams and keys"],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    "",
    "Where spans, logs and metrics are sent as OTLP. Other `OTEL_…` names are those of OpenTelemetry"
  ],
  PORT: ["--port", "Port to listen on; 3002 when absent"],
  PROXY_PASSWORD: ["", "Password for `PROXY_SERVER`"],
  PROXY_SERVER: ["--proxy", "Proxy for pages: http, https or socks5"],
  PROXY_USERNAME: ["", "User for `PROXY_SERVER`"],
  SEARCHAPI_API_KEY: ["", "Search by SearchAPI"],
  SEARXNG_ENDPOINT: ["", "Search by a SearXNG of yours; wins over every key"],
  SELF_HOSTED_WEBHOOK_HMAC_SECRET: ["", "Older name of `WEBHOOK_SECRET`"],
  SELF_HOSTED_WEBHOOK_URL: ["", "Webhook of jobs that name none; `{{JOB_ID}}` in it becomes the id"],
  SERPER_API_KEY: ["", "Search by Serper"],
  TAVILY_API_KEY: ["", "Search by Tavily"],
  TEST_API_KEY: ["--api-key", "A key of callers, as Firecrawl calls it"],
  WEBHOOK_SECRET: ["", "Webhooks are signed with it"]
}

/** Read, and no setting of ours. */
const ofTheSystem = new Set(["PATH", "NO_COLOR", "XDG_CACHE_HOME"])

const names = (): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const file of sourcesOf("orbweaver").filter((path) => path.includes("/cli/"))) {
    const text = readFileSync(join(root, file), "utf8")
    for (const [, name] of text.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)"/g)) found.add(name!)
  }
  return [...found].filter((name) => !ofTheSystem.has(name)).toSorted()
}

export const environmentPage = (): string =>
  page(
    {
      title: "Environment",
      order: 6,
      group: "Tables",
      alsoKnownAs: "env, environment variables, settings, configuration, config, process.env, dotenv"
    },
    [
      "The command reads these. The library reads nothing from the environment: options are arguments. A flag wins over the environment, and the environment over the file of `--config`, which has the same names.",
      table(
        ["Name", "Flag", "Meaning"],
        names().map((name) => {
          const [flag, meaning] = meanings[name] ?? ["", ""]
          return [anchored(name, name.toLowerCase().replaceAll("_", "-")), code(flag), meaning]
        })
      )
    ]
  )
