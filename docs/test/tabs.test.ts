// A task that can be done in several ways has the same tabs in the same order on every page.
import { expect, it } from "vitest"
import { pages } from "../.vitepress/pages.ts"

const ways = ["Library", "Effect", "Command line", "HTTP"]
const tasks = ["scraping", "batch", "crawling", "mapping", "extracting", "searching"]

const groupsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(/^::: code-group$([\s\S]*?)^:::$/gm)].map(([, group]) =>
    [...group!.matchAll(/^```\w+ \[(.+)\]$/gm)].map(([, label]) => label!)
  )

it("guides show each way to do a task, in one order", () => {
  const groups = new Map(pages().map(({ path, text }) => [path, groupsOf(text)]))
  for (const task of tasks) expect([task, groups.get(`guide/${task}`)?.[0]]).toEqual([task, ways])
  for (const [path, all] of groups) {
    for (const labels of all.filter((group) => group.some((label) => ways.includes(label)))) {
      expect([path, labels]).toEqual([path, ways])
    }
  }
})
