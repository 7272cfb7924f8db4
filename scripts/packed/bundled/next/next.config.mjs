const external = ["orbweaver", "@orbweaver/html", "@orbweaver/documents"]

export default {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  ...(process.env.EXTERNAL === "yes" ? { serverExternalPackages: external } : {})
}
