export { shared as default } from "@orbweaver/testing/vitest"
