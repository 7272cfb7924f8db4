import { assert, it } from "@effect/vitest"
import { covers, make, save } from "../../src/network/Session.ts"

it("covers its hosts and those under them, and no other", () => {
  const session = make({ id: "s", hosts: ["*.Shop.example.", "127.0.0.1"] })
  for (const url of ["https://shop.example/", "https://www.shop.example./", "http://127.0.0.1:8080/"]) {
    assert.isTrue(covers(session, new URL(url)), url)
  }
  for (const url of ["https://notshop.example/", "https://shop.example.org/", "http://127.0.0.2/"]) {
    assert.isFalse(covers(session, new URL(url)), url)
  }
})

it("can be stored and read again", async () => {
  const session = make({
    id: "s",
    hosts: ["shop.example"],
    headers: { Authorization: "Bearer x" },
    userAgent: "Mine",
    proxy: "socks5://user:word@proxy.example:1080",
    storage: [{ origin: "https://shop.example", localStorage: [{ name: "a", value: "1" }] }]
  })
  await session.cookies.set(new URL("https://shop.example/"), ["a=1", "b=2; Max-Age=1"], 0)
  const saved = save(session, 5_000)
  assert.deepStrictEqual(
    saved.cookies?.map(({ name }) => name),
    ["a"]
  )
  const text = JSON.stringify(saved)
  assert.strictEqual(JSON.stringify(save(make(JSON.parse(text)), 5_000)), text)
})

it("must be for a host, with headers and a proxy that are some", () => {
  assert.throws(() => make({ id: "s", hosts: [] }), TypeError)
  assert.throws(() => make({ id: "s", hosts: ["a.example"], proxy: "nowhere" }), TypeError)
  assert.throws(() => make({ id: "s", hosts: ["a.example"], headers: { "x y": "1" } }), TypeError)
})
