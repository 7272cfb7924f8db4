import commonjs from "@rollup/plugin-commonjs"
import json from "@rollup/plugin-json"
import resolve from "@rollup/plugin-node-resolve"

export default {
  input: "bundled/program.mjs",
  output: { format: "es" },
  plugins: [resolve({ exportConditions: ["node"], preferBuiltins: true }), commonjs(), json()],
  logLevel: "silent"
}
