// The manifests and alert rules of `deploy/`, against the program that they run.
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { glob, readFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const bin = join(root, "packages/orbweaver/bin/orbweaver.js")
const kustomize = join(root, "deploy/kustomize")

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly args: ReadonlyArray<string>
  readonly env: ReadonlyArray<{
    readonly name: string
    readonly value?: string
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
  }>
  readonly ports?: ReadonlyArray<{ readonly name: string; readonly containerPort: number }>
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly selector: { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object; readonly annotations?: Readonly<Record<string, string>> }
      readonly spec: { readonly containers: readonly [Container] }
    }
  }
}

interface Rules {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string; readonly annotations: object }>
  }>
}

interface ScaledObject {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string }
    readonly triggers: ReadonlyArray<{ readonly metadata: { readonly query: string } }>
  }
}

const manifestsOf = async (file: string): Promise<ReadonlyArray<Manifest>> =>
  parseAllDocuments(await readFile(join(kustomize, file), "utf8")).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    return document.toJS() as Manifest
  })

let manifests: ReadonlyArray<Manifest>
let site: Running
let child: ChildProcess
let base: string

const deployment = (name: string): Manifest =>
  manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name)!
const containerOf = (name: string): Container => deployment(name).spec.template.spec.containers[0]

beforeAll(async () => {
  const { resources } = parse(await readFile(join(kustomize, "kustomization.yaml"), "utf8")) as {
    readonly resources: ReadonlyArray<string>
  }
  manifests = (await Promise.all(resources.map(manifestsOf))).flat()
  site = await start({ routes: { "/page": ({ response }) => send(response, html("Page", "<p>Here.</p>")) } })

  // The server as its manifest starts it, on a port and a store of the test.
  const { args, env } = containerOf("orbweaver-server")
  const settings = Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))
  child = spawn(process.execPath, [bin, ...args, "--no-browser", "--allow-local"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...settings, HOST: "127.0.0.1", PORT: "0", ORBWEAVER_API_KEYS: "fc-deploy" }
  })
  const [line] = (await once(createInterface(child.stdout!), "line")) as [string]
  base = /https?:\S+/.exec(line)![0]
})

afterAll(async () => {
  const exit = once(child, "exit")
  child.kill("SIGTERM")
  await exit
  await site.close()
})

/** Names of the metrics that the sources define, as Prometheus shows them. */
const definedMetrics = async (): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  for await (const file of glob("packages/*/src/**/*.ts", { cwd: root })) {
    const source = await readFile(join(root, file), "utf8")
    for (const [, kind, name] of source.matchAll(/\bMetric\.(counter|gauge|histogram)\(\s*"(\w+)"/g)) {
      const endings = kind === "histogram" ? ["_bucket", "_sum", "_count"] : [""]
      for (const ending of endings) names.add(`orbweaver_${name}${ending}`)
    }
  }
  return names
}

describe("deploy", () => {
  it("has manifests whose probes and figures the server answers", async () => {
    const { livenessProbe, ports, readinessProbe, startupProbe } = containerOf("orbweaver-server")
    const probes = [startupProbe!, livenessProbe!, readinessProbe!].map(({ httpGet }) => httpGet)
    expect(new Set(probes.map(({ port }) => port))).toEqual(new Set([ports![0]!.name]))
    const answers = await Promise.all(
      probes.map(async ({ path }) => ({ path, status: (await fetch(`${base}${path}`)).status }))
    )
    expect(answers).toEqual(probes.map(({ path }) => ({ path, status: 200 })))
    const { annotations } = deployment("orbweaver-server").spec.template.metadata
    expect(annotations!["prometheus.io/port"]).toBe(String(ports![0]!.containerPort))
    expect((await fetch(`${base}${annotations!["prometheus.io/path"]}`)).status).toBe(200)
  })

  it("has manifests that select their own pods and name settings that exist", async () => {
    const reference = await readFile(join(root, "docs/reference/environment.md"), "utf8")
    for (const name of ["orbweaver-server", "orbweaver-worker"]) {
      const { selector, template } = deployment(name).spec
      expect(template.metadata.labels).toMatchObject(selector.matchLabels)
      const settings = containerOf(name).env
      expect(settings.filter((setting) => !reference.includes(`\`${setting.name}\``))).toEqual([])
      expect(settings.filter(({ value, valueFrom }) => (value ?? valueFrom?.secretKeyRef.name) === undefined)).toEqual(
        []
      )
    }
  })

  it("has alert rules and triggers of autoscaling over metrics and labels that exist", async () => {
    const scraped = await fetch(`${base}/v2/scrape`, {
      method: "POST",
      headers: { authorization: "Bearer fc-deploy", "content-type": "application/json" },
      body: JSON.stringify({ url: site.url("/page").href })
    })
    expect(scraped.status).toBe(200)
    const figures = await (await fetch(`${base}/metrics`)).text()
    const shown = new Set([...figures.matchAll(/^(orbweaver_\w+)/gm)].map(([, name]) => name!))
    const defined = await definedMetrics()
    expect([...shown].filter((name) => !defined.has(name))).toEqual([])
    // What counts faults is shown after the first of them only.
    const expected = new Set([...shown, "orbweaver_worker_retries", "orbweaver_worker_pages_returned"])

    const { groups } = parse(await readFile(join(root, "deploy/alerts.yaml"), "utf8")) as Rules
    const rules = groups.flatMap(({ rules }) => rules)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const missingIn = (query: string) =>
      [...query.matchAll(/\b(orbweaver_\w+)/g)]
        .map(([, name]) => name!)
        .filter((name) => !defined.has(name) || !expected.has(name))
    for (const { annotations, expr } of rules) {
      expect(annotations).toMatchObject({ summary: expect.any(String), description: expect.any(String) })
      expect(missingIn(expr)).toEqual([])
    }

    const { spec } = parse(await readFile(join(root, "deploy/autoscaling.yaml"), "utf8")) as ScaledObject
    expect(spec.scaleTargetRef.name).toBe(deployment("orbweaver-worker").metadata.name)
    for (const { metadata } of spec.triggers) expect(missingIn(metadata.query)).toEqual([])
    expect(figures).toContain('orbweaver_queue_pages{kind="crawl",status="scraping"} 0')
    expect(figures).toMatch(/orbweaver_http_requests\{[^}]*operation="scrape"[^}]*status="200"/)
    expect(figures).toContain('orbweaver_process_memory_bytes{kind="resident"}')
  })
})
