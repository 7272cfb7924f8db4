export default { ssr: { noExternal: true }, build: { minify: false, target: "node22" }, logLevel: "warn" }
