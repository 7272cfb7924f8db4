/**
 * Whether a page turns out to be another page of its job, and by which identities it will be found itself.
 * @experimental
 */
import type { Fingerprint } from "../../model/UrlIdentity.ts"
import type { PageFacts, Settlement } from "../Frontier.ts"

export interface KnownPage<Id> {
  readonly page: Id
  readonly url: string
  readonly isCompleted: boolean
  readonly contentHash: string | null | undefined
}

export interface Lookup<Id> {
  /** The page with this identity, as its own address or as an alias. */
  readonly byAddress: (key: Fingerprint) => KnownPage<Id> | undefined
  /** The page that another one gave this name to: an answer, or content. */
  readonly byAlias: (key: Fingerprint) => KnownPage<Id> | undefined
}

export interface Duplicate {
  /** Address of the page that this one is a duplicate of. */
  readonly of: string | undefined
  /** The address that answered; the page is known under it from now on. */
  readonly address: Fingerprint | undefined
  /** Other identities by which later pages find this one. */
  readonly aliases: ReadonlyArray<Fingerprint>
}

const none: ReadonlyArray<Fingerprint> = []

/**
 * Of two pages that are one, whichever completed later is the duplicate: a page
 * that only waits may still fail, and its content would be lost.
 */
export const findDuplicate = <Id>(
  page: Id,
  { answerKey, canonicalKey, contentKey, finalKey }: Settlement,
  facts: PageFacts | undefined,
  { byAddress, byAlias }: Lookup<Id>
): Duplicate => {
  let address: Fingerprint | undefined
  let aliases: ReadonlyArray<Fingerprint> = none
  const answered = answerKey === undefined ? undefined : byAlias(answerKey)
  if (answered?.isCompleted === true) return { of: answered.url, address, aliases }
  if (finalKey !== undefined) {
    const other = byAddress(finalKey)
    if (other === undefined) address = finalKey
    else if (other.page !== page) {
      if (other.isCompleted) return { of: other.url, address, aliases }
      if (answerKey !== undefined) aliases = [answerKey]
    }
  }
  if (contentKey === undefined) return { of: undefined, address, aliases }
  const sameContent = byAlias(contentKey)
  if (sameContent?.isCompleted === true) return { of: sameContent.url, address, aliases }
  if (canonicalKey === undefined) return { of: undefined, address, aliases }
  const canonical = byAddress(canonicalKey)
  const hash = facts?.contentHash
  if (canonical?.isCompleted === true && hash !== undefined && canonical.contentHash === hash) {
    return { of: canonical.url, address, aliases }
  }
  return { of: undefined, address, aliases: [...aliases, contentKey] }
}
