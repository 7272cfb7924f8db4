/**
 * Conversations with an agent: agents of one account that name the same thread, each a turn of it.
 *
 * A thread is nothing but its agents. The first one gives it its id, and what an agent says is kept, erased and forgotten
 * with its job: a turn that is no longer kept is no longer part of the conversation.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isFinal, type Job } from "@orbweaver/core/model/Job"
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { defined } from "@orbweaver/core/internal/support/defined"
import { AgentOptions } from "./AgentOptions.ts"
import type { EarlierTurn } from "./EarlierTurn.ts"
import type { AgentRequest } from "./AgentRun.ts"
import type { AgentState } from "./AgentState.ts"

const limits = {
  /** Turns of one thread. */
  turns: 50,
  /** The latest turns, which the model is given; characters of one answer. */
  shown: 10,
  answer: 3_000,
  /** Pages that are named for an answer. */
  sources: 10
} as const

/** No agent of the account that is kept belongs to the thread. */
export class AgentThreadNotFound extends Schema.TaggedError<AgentThreadNotFound>()("AgentThreadNotFound", {
  id: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message(): string {
    return `There is no thread ${this.id}, or none of its agents is kept any longer`
  }
}

/** A thread has one agent at work at a time. */
export class AgentThreadBusy extends Schema.TaggedError<AgentThreadBusy>()("AgentThreadBusy", {
  id: Schema.String,
  /** The agent that is at work. */
  agentId: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message(): string {
    return `The agent ${this.agentId} of the thread ${this.id} has not ended`
  }
}

/** A run of a thread, as callers see it. */
export const AgentThreadRun = Schema.Struct({
  id: Schema.String,
  /** From 1. */
  turn: Schema.Int,
  mode: AgentOptions.fields.mode.schema,
  prompt: Schema.String,
  urls: AgentOptions.fields.urls,
  schema: AgentOptions.fields.schema,
  effort: AgentOptions.fields.effort,
  status: Schema.Literals(["processing", "succeeded", "failed", "cancelled"]),
  /** ISO 8601. */
  createdAt: Schema.String,
  finishedAt: Schema.NullOr(Schema.String),
  creditsUsed: Schema.NullOr(Schema.Number),
  message: Schema.NullOr(Schema.String),
  /** Only where it was asked for. */
  data: Schema.optionalKey(Schema.Json)
})

export const AgentThread = Schema.Struct({
  id: Schema.String,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  status: Schema.Literals(["idle", "running"]),
  /** The first one first. */
  runs: Schema.Array(AgentThreadRun)
})
export type AgentThread = typeof AgentThread.Type

/** What a thread is read with. */
interface Reading {
  readonly store: JobStore
  readonly requestOf: (job: Job) => Effect.Effect<AgentRequest | undefined, StoreError>
  readonly stateOf: (job: Job) => AgentState
}

interface Turn {
  readonly job: Job
  readonly request: AgentRequest
  readonly state: AgentState
}

/** The thread that an agent belongs to: that which it named, or its own. */
export const threadOf = (job: Pick<Job, "id">, request: Pick<AgentRequest, "threadId" | "turn"> | undefined) => ({
  threadId: request?.threadId ?? job.id,
  threadTurn: request?.turn ?? 1
})

/** The turns of a thread of the current account that are kept, the first one first. */
const turnsOf = Effect.fnUntraced(function* (
  { requestOf, stateOf, store }: Reading,
  id: string
): Effect.fn.Return<readonly [Turn, ...Array<Turn>], AgentThreadNotFound | StoreError> {
  const { id: accountId } = yield* CurrentAccount
  const turns: Array<Turn> = []
  for (const job of yield* store.list({ accountId, kind: "agent" })) {
    const request = yield* requestOf(job)
    if (request !== undefined && threadOf(job, request).threadId === id) {
      turns.push({ job, request, state: stateOf(job) })
    }
  }
  const [first, ...rest] = turns
  return first === undefined ? yield* new AgentThreadNotFound({ id }) : [first, ...rest]
})

/** What the next turn of a thread is stored with. */
export const nextTurn = Effect.fnUntraced(function* (
  reading: Reading,
  id: string
): Effect.fn.Return<
  { readonly turn: number; readonly conversation: ReadonlyArray<EarlierTurn> },
  AgentThreadNotFound | AgentThreadBusy | InvalidInput | StoreError
> {
  const turns = yield* turnsOf(reading, id)
  const running = turns.find(({ job }) => !isFinal(job.status))
  if (running !== undefined) return yield* new AgentThreadBusy({ id, agentId: running.job.id })
  const turn = Math.max(...turns.map(({ job, request }) => threadOf(job, request).threadTurn)) + 1
  if (turn > limits.turns) {
    return yield* invalid("agent options", ["threadId"], `A thread has at most ${limits.turns} turns: begin another`)
  }
  return { turn, conversation: turns.slice(-limits.shown).map(earlierTurn) }
})

const earlierTurn = ({ job, request, state }: Turn): EarlierTurn => {
  const { data, message = "", sources } = state
  const given = data === undefined ? `No answer: ${job.error ?? job.status}` : JSON.stringify(data)
  const answer = message === "" ? given : message
  return {
    prompt: request.prompt,
    answer: answer.slice(0, limits.answer),
    sources: sources.slice(0, limits.sources).map(({ url }) => url)
  }
}

export const readThread = Effect.fnUntraced(function* (reading: Reading, id: string) {
  const turns = yield* turnsOf(reading, id)
  const latest = turns.at(-1) ?? turns[0]
  return {
    id,
    createdAt: isoOf(turns[0].job.createdAt),
    updatedAt: isoOf(latest.job.finishedAt ?? latest.job.createdAt),
    status: turns.some(({ job }) => !isFinal(job.status)) ? "running" : "idle",
    runs: turns.map(runOf)
  } satisfies AgentThread
})

const runOf = ({ job, request, state }: Turn): typeof AgentThreadRun.Type => {
  const { effort, mode = "extract", prompt, schema, urls } = request
  const { status } = job
  return {
    id: job.id,
    turn: threadOf(job, request).threadTurn,
    mode,
    prompt,
    ...defined({ urls, schema, effort }),
    status: !isFinal(status)
      ? "processing"
      : status === "completed"
        ? "succeeded"
        : status === "cancelled"
          ? status
          : "failed",
    createdAt: isoOf(job.createdAt),
    finishedAt: job.finishedAt === undefined ? null : isoOf(job.finishedAt),
    creditsUsed: job.creditsUsed,
    message: state.message ?? null,
    ...defined({ data: state.data })
  }
}

const isoOf = (at: number): string => new Date(at).toISOString()
