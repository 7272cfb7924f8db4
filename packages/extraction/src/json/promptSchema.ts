/**
 * A schema out of a prompt that only names what is wanted: `title, price and
 * author`, `Extract the name and the opening hours`, `Preis und Lieferzeit`.
 * Anything that needs understanding is left to a model.
 */
import { isKnown, meaningOf, wordsOf } from "@orbweaver/core/evidence/concepts"
import type { JsonObject } from "@orbweaver/core/support/jsonValue"

const asking =
  /^(?:please |bitte )?(?:extract|get|find|give me|return|list|read|fetch|show(?: me)?|what (?:is|are)|tell me|extrahiere|gib mir|finde|lies|nenne|was (?:ist|sind)|extrais|extraire|donne(?:-moi)?|trouve|quels? (?:est|sont)|extrae|dame|encuentra|cuál es)\s+/i
const and = /\s*(?:[,;\n]|\s(?:and|und|et|y|e|as well as|sowie)\s)\s*/i
const filler =
  /^(?:and|und|et|y|the|its?|all|a|an|der|die|das|den|dessen|le|la|les|el|los|las|un|una|page|page's|product|product's|article's)\s+/i
const about =
  /\s+(?:of|from|on|for|in|des|der|vom|von|auf|du|de la|de l'|del)\s+(?:the |this |that |each |der |dieser |la |esta |cette )?(?:page|product|article|item|seite|artikels?|produkts?|recipe|rezepts?|job|event|página|produit|recette|book)s?$/i

/** Undefined when the prompt is more than names. */
export const promptSchema = (prompt: string): JsonObject | undefined => {
  if (prompt.length > 500) return undefined
  const text = prompt
    .trim()
    .replace(/[.?!]+$/, "")
    .replace(asking, "")
    .replace(about, "")
  const properties: Record<string, object> = {}
  for (const piece of text.split(and)) {
    let name = piece.trim()
    for (let times = 0; times < 3; times++) name = name.replace(filler, "")
    if (name === "") continue
    if (wordsOf(name).length > 4 || !isKnown(meaningOf(name))) return undefined
    properties[camel(name)] = {}
  }
  return Object.keys(properties).length === 0 ? undefined : { type: "object", properties }
}

const camel = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("")
