import { fileURLToPath } from "node:url"

/** Arguments of Node that serve with the command as it is installed: below node_modules it runs what was built. */
export const installedServer = [
  "--preserve-symlinks-main",
  fileURLToPath(new URL("../../../../node_modules/orbweaver/bin/orbweaver.js", import.meta.url)),
  "serve",
  "--port=0",
  "--no-browser",
  "--allow-local",
  "--no-console"
]
