/** A format of your own, typed like the built-in ones: `node customFormat.ts https://example.com`. */
import { createOrbweaver, defineFormat, type OrbweaverOptions } from "orbweaver"

const readingTime = defineFormat({
  name: "readingTime",
  uses: ["markdown"],
  run: ({ fields }) => ({ minutes: Math.ceil((fields.markdown ?? "").split(/\s+/).length / 230) })
})

export const minutesToRead = async (url: string, options: OrbweaverOptions<[]> = {}) => {
  await using orb = createOrbweaver({ ...options, formats: [readingTime] })
  const page = await orb.scrape(url, { formats: ["readingTime"] })
  return page.readingTime.minutes
}

if (import.meta.main) console.log(await minutesToRead(process.argv[2] ?? "https://example.com"))
