const external = ["orbweaver", "@orbweaver/html", "@orbweaver/documents"]

export default {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  // Optional packages are named by no import.
  outputFileTracingIncludes: { "/read": ["./node_modules/@e965/xlsx/**", "./node_modules/pdfjs-dist/**"] },
  turbopack: { root: import.meta.dirname },
  ...(process.env.EXTERNAL === "yes" ? { serverExternalPackages: external } : {})
}
