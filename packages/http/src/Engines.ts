/** The engines and stores of core that operations call. */
import type { Egress, Ledger, Scraper } from "@orbweaver/core"

export interface Engines {
  readonly scraper: Scraper.Service
  readonly ledger: Ledger.Service
  readonly egress: Egress.Service
}
