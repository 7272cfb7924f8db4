/**
 * A site as chunks for retrieval, in SQLite, with embeddings of a server on this machine (Ollama, llama.cpp, LM Studio):
 * `node siteToChunks.ts https://example.com http://127.0.0.1:11434/v1`.
 */
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, type Orbweaver } from "orbweaver"

/** Splits before headings, and further at paragraphs where a section is longer than `maxLength` characters. */
export const chunksOf = (markdown: string, maxLength = 1500): ReadonlyArray<string> => {
  const chunks: Array<string> = []
  for (const section of markdown.split(/\n(?=#{1,3} )/)) {
    let chunk = ""
    for (const paragraph of section.split(/\n{2,}/)) {
      if (chunk !== "" && chunk.length + paragraph.length > maxLength) {
        chunks.push(chunk)
        chunk = ""
      }
      chunk += (chunk === "" ? "" : "\n\n") + paragraph
    }
    if (chunk.trim() !== "") chunks.push(chunk)
  }
  return chunks
}

/** Any server that speaks the embeddings API of OpenAI. */
const embed = async (server: string, input: ReadonlyArray<string>): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const response = await fetch(`${server}/embeddings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "nomic-embed-text", input })
  })
  if (!response.ok) throw new Error(`${server} answered ${response.status}`)
  const { data } = (await response.json()) as { data: ReadonlyArray<{ embedding: ReadonlyArray<number> }> }
  return data.map(({ embedding }) => embedding)
}

export const siteToChunks = async (orb: Orbweaver, url: string, server: string, file: string) => {
  using database = new DatabaseSync(file)
  database.exec("CREATE TABLE IF NOT EXISTS chunks (url TEXT, n INTEGER, text TEXT, vector BLOB, PRIMARY KEY (url, n))")
  const forget = database.prepare("DELETE FROM chunks WHERE url = ?")
  const insert = database.prepare("INSERT INTO chunks VALUES (?, ?, ?, ?)")
  let count = 0
  for await (const { markdown, metadata } of orb.crawl(url, { limit: 200 }).pages()) {
    const chunks = chunksOf(markdown)
    const vectors = chunks.length === 0 ? [] : await embed(server, chunks)
    forget.run(metadata.url ?? url)
    for (const [n, text] of chunks.entries()) {
      insert.run(metadata.url ?? url, n, text, new Uint8Array(Float32Array.from(vectors[n]!).buffer))
      count += 1
    }
  }
  return count
}

if (import.meta.main) {
  const [url = "https://example.com", server = "http://127.0.0.1:11434/v1"] = process.argv.slice(2)
  await using orb = createOrbweaver()
  console.log(`${await siteToChunks(orb, url, server, "chunks.sqlite")} chunks in chunks.sqlite`)
}
