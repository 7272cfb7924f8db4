/** The views, in the order of the navigation. */
import type { IconName } from "../kit/Icon.tsx"
import { may, type Signed } from "./signed.ts"

export interface View {
  readonly id: IconName
  readonly label: string
  /** Whether this server has it, and this key may see it. */
  readonly isThere: (signed: Signed) => boolean
}

const has =
  (part: string) =>
  ({ session }: Signed): boolean =>
    session.parts.includes(part)

export const views: ReadonlyArray<View> = [
  { id: "activity", label: "Activity", isThere: has("activity") },
  { id: "playground", label: "Playground", isThere: () => true },
  { id: "jobs", label: "Jobs", isThere: () => true },
  { id: "monitors", label: "Monitors", isThere: has("monitors") },
  { id: "agents", label: "Agents", isThere: has("agent") },
  { id: "sessions", label: "Sessions", isThere: has("sessions") },
  { id: "account", label: "Account", isThere: () => true },
  { id: "system", label: "System", isThere: (signed) => may(signed, "admin") }
]

export const viewsOf = (signed: Signed): ReadonlyArray<View> => views.filter(({ isThere }) => isThere(signed))
