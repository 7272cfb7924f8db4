export default { testMatch: ["**/*.test.{mjs,cjs}"], transform: {} }
