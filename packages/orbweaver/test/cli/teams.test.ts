// `orbweaver teams`: what an operator sees of the teams of a store, and that a server without keys stays away from them.
import { createHash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

let directory: string
let site: Running

beforeAll(async () => {
  site = await start()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-teams-"))
})
afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const digestOf = (key: string) => createHash("sha256").update(key).digest("hex")

/** A store of its own with these teams, and the command on it. */
const storeWith = async (name: string, teams: ReadonlyArray<object>) => {
  const data = join(directory, name)
  const file = join(directory, `${name}.json`)
  await writeFile(file, JSON.stringify({ teams }))
  const run = (...args: ReadonlyArray<string>) => runToEnd(["teams", ...args, "--data", data])
  return { data, run, written: await run(file) }
}

const acme = {
  id: "acme",
  credits: 5,
  billingDay: 31,
  timeZone: "Europe/Vienna",
  keys: [
    { name: "ci", key: "fc-acme-ci" },
    { name: "dashboard", key: "fc-acme-dashboard", scopes: ["read"], addresses: ["127.0.0.1"] }
  ]
}
const beta = { id: "beta", keys: [{ name: "only", key: "fc-beta-only" }] }

describe("orbweaver teams", () => {
  it.each(["no JSON", "{}", '{"id":"acme","credits":"many"}', "null"])(
    "lists the others where the plan of a team cannot be read, and names it: %s",
    async (plan) => {
      const { data, run } = await storeWith(`damaged-${digestOf(plan).slice(0, 8)}`, [beta, acme])
      const db = new DatabaseSync(join(data, "orbweaver.sqlite"))
      db.prepare("UPDATE team SET plan = ? WHERE id = 'acme'").run(plan)
      db.close()
      const { code, stderr, stdout } = await run()
      expect(code).toBe(0)
      expect(stdout).toContain("beta")
      expect(stderr).toContain('The plan of the team "acme" cannot be read: save it again')
    }
  )

  const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

  it("lists the teams of a store with what they used and have left, and their keys", async () => {
    const { data, run, written } = await storeWith("listed", [beta, acme])
    expect(written).toMatchObject({ code: 0, stderr: "2 teams written\n" })
    const flags = ["--port", "0", "--no-browser", "--allow-local", "--data", data, "--stored-teams"]
    const server = startCommand(["serve", ...flags])
    const base = /https?:\S+/.exec(await nextLine(server.stdout))![0]
    const headers = { authorization: "Bearer fc-acme-ci", "content-type": "application/json" }
    const body = JSON.stringify({ url: site.url("/article").href })
    expect((await fetch(`${base}/v2/scrape`, { method: "POST", headers, body })).status).toBe(200)
    await server.interrupt()

    const { code, stdout } = await run()
    expect(code).toBe(0)
    const [teams = "", keys = ""] = stdout.split("\n\n")
    expect(teams.split("\n").map((line) => line.split(/ {2,}/))).toMatchObject([
      ["TEAM", "UNIT", "PLAN", "USED", "LEFT", "HELD", "PERIOD"],
      [
        "acme",
        "credits",
        "5",
        "1",
        "4",
        "0",
        expect.stringMatching(/^\d{4}-\d\d-(28|29|30|31) to \d{4}-\d\d-(27|28|29|30)$/)
      ],
      ["acme", "tokens", "no limit", "0", "no limit", "0", expect.any(String)],
      ["beta", "credits", "no limit", "0", "no limit", "0", "all time"],
      ["beta", "tokens", "no limit", "0", "no limit", "0", "all time"]
    ])
    expect(
      keys
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/))
    ).toEqual([
      ["TEAM", "KEY", "SHA-256", "SCOPES", "ADDRESSES", "MADE", "LAST USED"],
      ["acme", "ci", digestOf("fc-acme-ci").slice(0, 16), "read, write", "any", aTime, aTime],
      ["acme", "dashboard", digestOf("fc-acme-dashboard").slice(0, 16), "read", "127.0.0.1", aTime, "never"],
      ["beta", "only", digestOf("fc-beta-only").slice(0, 16), "read, write", "any", aTime, "never"]
    ])
    expect(stdout).not.toContain("fc-")
    const listed = JSON.parse((await run("--json")).stdout)
    const amounts = listed[0].credits.byDay.map(({ amount }: { amount: number }) => amount)
    // Midnight may have passed since the scrape.
    expect([
      [...Array(29).fill(0), 1],
      [...Array(28).fill(0), 1, 0]
    ]).toContainEqual(amounts)
    expect(listed).toMatchObject([
      {
        id: "acme",
        credits: { plan: 5, used: 1, left: 4, held: 0 },
        keys: [{ name: "ci", createdAt: aTime, lastUsedAt: aTime }, { name: "dashboard" }]
      },
      { id: "beta", credits: { used: 0 }, tokens: { used: 0 }, keys: [{ digest: digestOf("fc-beta-only") }] }
    ])
  })

  it("says what was removed, and that a store has no teams", async () => {
    const { run } = await storeWith("removed", [beta, acme])
    expect((await run("--revoke", "fc-acme-ci")).stderr).toBe("key ci of team acme removed\n")
    expect((await run("--remove", "acme", "--remove", "beta")).stderr).toBe(
      "team acme removed with 1 key\nteam beta removed with 1 key\n"
    )
    expect(await run()).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("no teams") })
    expect((await run("--json")).stdout).toBe("[]\n")
  })

  it("names pages that its users can open", async () => {
    for (const command of ["teams", "serve"]) {
      const { stdout } = await runToEnd([command, "--help"])
      expect(stdout).toContain("https://orbweaver.dev/guide/teams-and-keys")
      expect(stdout).not.toContain("docs/")
    }
  })
})

describe("a server on a store that has teams", () => {
  it("does not start without keys, and says how their keys are accepted", async () => {
    const { data } = await storeWith("refused", [beta, acme])
    const refused = await runToEnd(["serve", "--port", "0", "--no-browser", "--data", data])
    expect(refused).toMatchObject({ code: 2, stdout: "" })
    expect(refused.stderr).toContain("2 teams (acme, beta)")
    expect(refused.stderr).toContain("--stored-teams")
    // A setting counts as the flag does.
    const env = { ORBWEAVER_DATA: data }
    expect((await runToEnd(["serve", "--port", "0", "--no-browser"], { env })).code).toBe(2)
  })

  it("warns when other keys are given", async () => {
    const { data } = await storeWith("warned", [beta])
    const flags = ["serve", "--port", "0", "--no-browser", "--data", data]
    const server = startCommand([...flags, "--api-key", "fc-operator"])
    await nextLine(server.stdout)
    const { stderr } = await server.interrupt()
    expect(stderr).toContain("1 team (beta)")
    expect(stderr).toContain("--stored-teams")
    const own = startCommand([...flags, "--stored-teams"])
    await nextLine(own.stdout)
    expect((await own.interrupt()).stderr).not.toContain("(beta)")
  })
})
