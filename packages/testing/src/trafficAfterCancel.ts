/** How long a site still receives traffic of a client after its cancellation. */
import type { Running } from "./TestSite.ts"

export interface TrafficAfterCancel {
  /** Milliseconds from the cancel to the last byte or request; 0 when there was none. */
  readonly lastMs: number
  /** Bytes sent and requests come later than one second after it. */
  readonly lateBytes: number
  readonly lateRequests: number
}

const second = 1000
const step = 5

/** Cancels, then watches the site for two seconds. */
export const trafficAfterCancel = async (site: Running, cancel: () => unknown): Promise<TrafficAfterCancel> => {
  const bytes = () => site.requests().reduce((sum, request) => sum + request.bytesSent(), 0)
  const began = performance.now()
  let [lastBytes, lastRequests] = [bytes(), site.requests().length]
  let silence: TrafficAfterCancel = { lastMs: 0, lateBytes: 0, lateRequests: 0 }
  void cancel()
  for (let at = 0; at < 2 * second; at = performance.now() - began) {
    await new Promise((resolve) => setTimeout(resolve, step))
    const [nowBytes, nowRequests] = [bytes(), site.requests().length]
    const isLate = at > second
    if (nowBytes !== lastBytes || nowRequests !== lastRequests) {
      silence = {
        lastMs: Math.round(performance.now() - began),
        lateBytes: silence.lateBytes + (isLate ? nowBytes - lastBytes : 0),
        lateRequests: silence.lateRequests + (isLate ? nowRequests - lastRequests : 0)
      }
    }
    lastBytes = nowBytes
    lastRequests = nowRequests
  }
  return silence
}

export const describeSilence = ({ lastMs, lateBytes, lateRequests }: TrafficAfterCancel): string =>
  `last byte after ${lastMs} ms, ${lateBytes} bytes and ${lateRequests} requests later than 1 s (goal 0)`
