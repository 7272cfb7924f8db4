/** Who is asking, and what they may do. */
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Api, SessionInfo } from "../api.ts"

export interface Signed {
  readonly api: Api
  readonly session: SessionInfo
}

export const SignedContext = createContext<Signed | undefined>(undefined)

export const useSigned = (): Signed => useContext(SignedContext)!

export const may = ({ session }: Signed, scope: SessionInfo["scopes"][number]): boolean =>
  session.scopes.includes(scope)
