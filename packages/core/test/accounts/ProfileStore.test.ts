import { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { ProfileStoreSuite } from "@orbweaver/testing"

ProfileStoreSuite.suite("memory", ProfileStore.layerMemory)
