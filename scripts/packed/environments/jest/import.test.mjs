import { createOrbweaver } from "orbweaver"

test("a page is read", async () => {
  const orb = createOrbweaver()
  const { markdown } = await orb.parse({ data: "<h1>Hello</h1>", filename: "page.html" })
  expect(markdown).toBe("# Hello")
  await orb.close()
})
