import { Ledger } from "@orbweaver/core/Ledger"
import * as MemoryJobs from "@orbweaver/core/MemoryJobs"
import { JobStore } from "@orbweaver/core/JobStore"
import * as Undici from "@orbweaver/fetch/Undici"
import * as Webhooks from "@orbweaver/fetch/Webhooks"
import { Layer, ManagedRuntime, Effect } from "effect"
import { layer } from "orbweaver"
import * as Jobs from "./src/jobs/layer.ts"
import { make } from "./src/jobs/methods.ts"
const fetcher = Undici.layer()
const runtime = ManagedRuntime.make(
  Jobs.layer({}).pipe(
    Layer.provide([fetcher, Webhooks.layer()]),
    Layer.provideMerge(MemoryJobs.layer()),
    Layer.provideMerge(layer({ fetcher, egress: { allowLocal: true }, ledger: Ledger.layerMemory }))
  )
)
const m = make(runtime)
const { id } = await m.startCrawl("http://127.0.0.1:1/")
console.log(id)
console.log(await runtime.runPromise(JobStore.use((s) => s.list({}))))
await runtime.dispose()
{
  const fetcher = Undici.layer()
  const base = layer({ fetcher, egress: { allowLocal: true }, ledger: Ledger.layerMemory })
  const jobs = MemoryJobs.layer()
  const probe = (n: string) =>
    Layer.effectDiscard(
      Effect.map(JobStore, (s) => {
        console.log(n, ((s as any).__id ??= Math.random()))
      })
    )
  const L = Jobs.layer({ worker: false }).pipe(Layer.provide([fetcher, Webhooks.layer()]))
  const M = Layer.mergeAll(L, probe("inside")).pipe(Layer.provideMerge(jobs), Layer.provideMerge(base))
  const r = ManagedRuntime.make(M)
  await r.runPromise(Effect.map(JobStore, (s) => console.log("out", (s as any).__id)))
  const { Crawler } = await import("@orbweaver/core/Crawler")
  const j = await r.runPromise(Crawler.use((c) => c.start("http://x.test")))
  console.log((await r.runPromise(JobStore.use((s) => s.list({})))).length, j.id)
}
