import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import type { BenchmarkPage } from "../../quality/wcxb/pages.ts"
import { judgeAuthor, judgeDate, scoreWords } from "../../quality/wcxb/score.ts"

const page: BenchmarkPage = {
  id: "0001",
  type: "article",
  url: "https://site.example/boats",
  fold: 0,
  content: "",
  date: "2031-05-06",
  author: "Ann Lee, Harbour Master"
}
const said = { title: "", description: "" }

describe("the score of WCXB", () => {
  it("counts each word of the truth once, whatever its case and place", () => {
    expect(scoreWords("Three boats, two boats", "boats BOATS boats sail")).toEqual({
      precision: 0.5,
      recall: 0.5,
      f1: 0.5
    })
  })

  it("takes an empty answer for right where nothing is wanted, and any other for wrong", () => {
    expect(scoreWords("", " \n").f1).toBe(1)
    expect(scoreWords("", "Sign in").f1).toBe(0)
    expect(scoreWords("Boats", "").f1).toBe(0)
  })

  it("judges dates by the day", () => {
    expect(judgeDate(page, { ...said, publishedTime: "2031-05-06T10:00:00Z" })).toBe("right")
    expect(judgeDate(page, { ...said, publishedTime: "2031-05-07" })).toBe("wrong")
    expect(judgeDate(page, said)).toBe("missing")
    expect(judgeDate({ ...page, date: null }, said)).toBeUndefined()
  })

  it("judges authors by their names, with or without what they are", () => {
    expect(judgeAuthor(page, { ...said, author: "Ann Lee" })).toBe("right")
    expect(judgeAuthor({ ...page, author: "Ann Lee" }, { ...said, author: "Ann Lee, Bo Chan" })).toBe("right")
    expect(judgeAuthor(page, { ...said, author: "Full Bio" })).toBe("wrong")
    expect(judgeAuthor({ ...page, author: "" }, { ...said, author: "Ann Lee" })).toBeUndefined()
  })

  it("is printed by kind and by folds, with the worst pages of the open folds alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wcxb-"))
    try {
      const text = "The harbour master counted the boats twice, because the storm had moved three of them."
      const pages = [
        { ...page, content: text },
        { ...page, id: "0002", fold: 3, type: "forum", content: "Nothing else" }
      ]
      await writeFile(join(folder, "pages.json"), JSON.stringify(pages))
      for (const { id } of pages) await writeFile(join(folder, `${id}.html`), `<body><p>${text}</p></body>`)
      const main = fileURLToPath(new URL("../../quality/wcxb/main.ts", import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [
        "--conditions=@orbweaver/source",
        main,
        folder,
        "--texts",
        join(folder, "texts.json")
      ])
      expect(stdout).toMatch(/all\s*│ 2\s*│ '0\.500'/)
      expect(stdout).toMatch(/article\s*│ 1\s*│ '1\.000'/)
      expect(stdout).toMatch(/forum\s*│ 1\s*│ '0\.000'/)
      expect(stdout).toContain("0001  article")
      expect(stdout).not.toContain("0002")
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
