/**
 * Follows a job with all of its pages until it ends or the view closes, over restarts of the server and of the network.
 *
 * A WebSocket says that something happened; what, is read from the list of pages, from the first one that may still
 * change: so a job of 100,000 pages costs what is new of it. There is one loop and at most one socket; the loop opens the
 * socket again whenever the list could be read.
 */
import { Alarm } from "../connection/Alarm.ts"
import { backoffMs } from "../connection/backoff.ts"
import { afterFailure, type Connection } from "../connection/connection.ts"
import { isRunning, isSettled, type Job, type PageList, type PageRow } from "./model.ts"

/** What is used of a WebSocket. */
export interface Socket {
  readonly addEventListener: (type: "open" | "message" | "close", listener: () => void) => void
  readonly close: () => void
}

export interface Sample {
  /** Seconds since the epoch. */
  readonly at: number
  readonly settled: number
}

export interface JobSnapshot {
  readonly job: Job | undefined
  readonly rows: ReadonlyArray<PageRow>
  /** Whether every page of the job is among the rows. */
  readonly isWhole: boolean
  readonly samples: ReadonlyArray<Sample>
  readonly connection: Connection
  /** When the figures were read, in milliseconds since the epoch. */
  readonly at: number | undefined
  /** Why the figures are not newer. */
  readonly error: unknown
}

export interface FollowerPorts {
  /** Pages after the page of this name, at most `limit`; from the first where there is no name. */
  readonly read: (after: string | undefined, limit: number, signal: AbortSignal) => Promise<PageList>
  /** `undefined` for kinds of jobs that have no socket. */
  readonly watch: (job: Job) => Socket | undefined
  readonly show: (snapshot: JobSnapshot) => void
  readonly random: () => number
}

/** Pages of one answer. */
const chunk = 5000
/** Shortest time between two looks, however much happens. */
const minPauseMs = 500
/** Longest time without a look: pages that fail or are skipped come in no frame. */
const maxPauseMs = 2000
/** A server that accepts the connection and says nothing is as good as gone. */
const maxAnswerMs = 20_000
const maxSamples = 600

export class JobFollower {
  readonly #ports: FollowerPorts
  readonly #closing = new AbortController()
  readonly #alarm = new Alarm()
  readonly #rows: Array<PageRow> = []
  readonly #samples: Array<Sample> = []
  #job: Job | undefined
  #isWhole = false
  #at: number | undefined
  #error: unknown
  #connection: Connection = { state: "connecting" }
  #isFollowing = false
  /** Rows before this one are final. */
  #settledUntil = 0
  /** The next look reads from the start. */
  #readsAll = false
  #socket: Socket | undefined
  #isSocketOpen = false
  /** Sockets in a row that closed before they said anything. */
  #socketFailures = 0
  #noSocketBefore = 0

  constructor(ports: FollowerPorts) {
    this.#ports = ports
  }

  /** Reads everything again: pages that had ended may have come back. Begins to follow where nothing does. */
  refresh(): void {
    this.#readsAll = true
    this.retry()
  }

  /** Looks at once. */
  retry(): void {
    this.#noSocketBefore = 0
    this.#alarm.ring()
    if (!this.#isFollowing) void this.#follow()
  }

  /** As `retry`, where a look is due later. */
  attend(): void {
    if (this.#connection.state === "reconnecting" || this.#connection.state === "polling") this.retry()
  }

  close(): void {
    this.#closing.abort()
    this.#closeSocket()
    this.#alarm.ring()
  }

  async #follow(): Promise<void> {
    this.#isFollowing = true
    while (!this.#closing.signal.aborted) {
      this.#alarm.clear()
      const waitMs = await this.#look()
      if (this.#closing.signal.aborted) break
      if (waitMs === undefined) {
        // Somebody asked for another look during this one.
        if (this.#alarm.isRung) continue
        break
      }
      if (this.#connection.state === "reconnecting") {
        await this.#alarm.wait(waitMs)
      } else {
        await pause(minPauseMs, this.#closing.signal)
        await this.#alarm.wait(waitMs - minPauseMs)
      }
    }
    this.#isFollowing = false
    this.#closeSocket()
  }

  /** Returns how long to wait until the next look; nothing when there is none. */
  async #look(): Promise<number | undefined> {
    try {
      const job = await this.#read()
      if (!isRunning(job)) {
        this.#closeSocket()
        this.#show({ state: "ended" })
        return undefined
      }
      this.#openSocket(job)
      this.#show(this.#isSocketOpen ? { state: "live" } : { state: "polling" })
      return maxPauseMs
    } catch (error) {
      if (this.#closing.signal.aborted) return undefined
      this.#error = error
      // What happens meanwhile is not known: the next look reads from the start, and over a socket of its own.
      this.#readsAll = true
      this.#closeSocket()
      const connection = afterFailure(this.#connection, error, this.#ports.random())
      this.#show(connection)
      return connection.state === "reconnecting" ? connection.waitMs : undefined
    }
  }

  /** Reads from the first page that may still change to the end. */
  async #read(): Promise<Job> {
    if (this.#readsAll) this.#settledUntil = 0
    this.#readsAll = false
    let after = this.#settledUntil
    for (;;) {
      const limit = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(maxAnswerMs)])
      const { job, pages } = await this.#ports.read(this.#rows[after - 1]?.page, chunk, limit)
      this.#closing.signal.throwIfAborted()
      const hasComeBack = this.#job !== undefined && settledOf(job) < settledOf(this.#job)
      this.#job = job
      if (hasComeBack && after > 0) {
        // Somebody has put failed pages back: what was read of them is out of date.
        this.#settledUntil = 0
        after = 0
        continue
      }
      for (const [index, page] of pages.entries()) this.#rows[after + index] = page
      after += pages.length
      const isWhole = pages.length < chunk
      if (isWhole) {
        this.#rows.length = after
        while (this.#settledUntil < after && isSettled(this.#rows[this.#settledUntil]!)) this.#settledUntil++
      }
      this.#isWhole = isWhole
      this.#at = Date.now()
      this.#error = undefined
      if (isWhole) {
        this.#samples.push({ at: this.#at / 1000, settled: settledOf(job) })
        if (this.#samples.length > maxSamples) this.#samples.shift()
        return job
      }
      this.#show(this.#connection)
    }
  }

  #show(connection: Connection): void {
    this.#connection = connection
    this.#ports.show({
      job: this.#job,
      rows: [...this.#rows],
      isWhole: this.#isWhole,
      samples: [...this.#samples],
      connection,
      at: this.#at,
      error: this.#error
    })
  }

  #openSocket(job: Job): void {
    if (this.#socket !== undefined || Date.now() < this.#noSocketBefore) return
    const socket = this.#ports.watch(job)
    if (socket === undefined) return
    this.#socket = socket
    const isCurrent = () => this.#socket === socket
    socket.addEventListener("open", () => {
      if (!isCurrent()) return
      this.#isSocketOpen = true
      if (this.#connection.state === "polling") this.#show({ state: "live" })
    })
    // The documents themselves are read when somebody looks at one.
    socket.addEventListener("message", () => {
      if (!isCurrent()) return
      this.#socketFailures = 0
      this.#alarm.ring()
    })
    socket.addEventListener("close", () => {
      if (!isCurrent()) return
      this.#closeSocket()
      // A proxy may let requests through and no sockets: the job is then polled.
      this.#socketFailures++
      this.#noSocketBefore = Date.now() + backoffMs(this.#socketFailures, this.#ports.random())
      this.#alarm.ring()
    })
  }

  #closeSocket(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isSocketOpen = false
    socket?.close()
  }
}

const settledOf = ({ counts: { completed, failed, skipped } }: Job): number => completed + failed + skipped

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener("abort", end)
    if (signal.aborted) end()
  })
