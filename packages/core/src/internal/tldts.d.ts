declare module "tldts/dist/index.cjs.min.js" {
  export { getDomain } from "tldts"
}
