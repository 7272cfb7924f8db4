/** Bodies of browser profiles (docs/guide/profiles.md). */
import * as Schema from "effect/Schema"
import { IsoDate, Success } from "../wire/schemas.ts"

export const ProfileList = Schema.Struct({
  success: Success,
  /** By name. */
  profiles: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      /** Bytes as they are stored, encrypted. */
      bytes: Schema.Int,
      createdAt: IsoDate,
      savedAt: IsoDate,
      usedAt: IsoDate,
      /** When it is removed, if nobody uses it before. */
      expiresAt: IsoDate
    })
  )
})

export const ProfileDeleted = Schema.Struct({ success: Success })
