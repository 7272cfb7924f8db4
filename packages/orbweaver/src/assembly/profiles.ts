/** Browser profiles over the stores of the instance, encrypted with the keys of the operator. */
import type { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { Profiles } from "@orbweaver/core/scrape/Profiles"
import { encryptionKeys, makeSealing } from "@orbweaver/storage/internal/support/sealing"
import type * as Layer from "effect/Layer"
import type { ProfileSettings } from "./Adapters.ts"

export const profilesSchema = Given.options<ProfileSettings>({
  encryptionKeys,
  maxBytes: Given.wholeNumber(0),
  maxPerAccount: Given.wholeNumber(0),
  maxAge: Given.duration
})

export const layer = ({ encryptionKeys: keys = [], ...limits }: ProfileSettings = {}): Layer.Layer<
  never,
  never,
  ProfileStore
> => Profiles.layer(keys.length === 0 ? undefined : { ...limits, sealing: makeSealing(keys) })
