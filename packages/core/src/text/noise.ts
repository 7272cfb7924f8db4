/**
 * What changes on a page without anything having changed: clocks, ages,
 * counters of views, tokens in addresses. Lines that differ in these alone are
 * the same line to change tracking.
 */

import type { Steps } from "../support/steps.ts"
import { pieceEnds, pieceLength } from "./pieces.ts"

interface Rule {
  readonly pattern: RegExp
  readonly put: string
}

const rules: ReadonlyArray<Rule> = [
  // Placeholders of pictures and scripts that carry a token, and addresses with tracking or session values.
  {
    pattern:
      /([?&])(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|sid|sessionid|phpsessid|jsessionid|nonce|token|csrf\w*|cb|cachebust\w*|_t?|ts|timestamp|v|ver|rnd|rand)=[^&#)\s>"]*/gi,
    put: "$1…"
  },
  { pattern: /;jsessionid=[\w.-]+/gi, put: "" },
  { pattern: /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, put: "…" },
  { pattern: /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/gi, put: "…" },
  // 2026-01-02T03:04:05Z and 03:04:05, but not the date alone: that is content.
  { pattern: /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?\b/g, put: "…" },
  { pattern: /\b\d{1,2}:\d{2}:\d{2}(?:\s?[ap]m)?\b/gi, put: "…" },
  // Ages.
  {
    pattern:
      /\b(?:\d+|an?|one|few)\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?)\s+ago\b/gi,
    put: "…"
  },
  {
    pattern:
      /\bvor\s+(?:\d+|einer|einem|wenigen)\s+(?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\b/gi,
    put: "…"
  },
  { pattern: /\bil y a\s+(?:\d+|une?)\s+(?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)\b/gi, put: "…" },
  { pattern: /\bhace\s+(?:\d+|una?)\s+(?:segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?)\b/gi, put: "…" },
  { pattern: /\bjust now\b|\bgerade eben\b/gi, put: "…" },
  // Counters that change without an edit of the page.
  {
    pattern:
      /\b\d[\d.,]{0,15}(?:\s\d{3}){0,4}\s?[km]?\s+(?:views?|visits?|visitors?|online|reading now|watching|people (?:are )?(?:viewing|watching)|aufrufe|vues|visitas)\b/gi,
    put: "…"
  }
]

/** Advertising that stands in a line of its own. */
const advertisement =
  /^\W*(?:advertisement|sponsored|promoted|anzeige|werbung|publicit[ée]|publicidad|patrocinado)\W*$/i

/** The line as change tracking compares it, a long one in pieces; empty for one that does not count. */
export function* keyOf(line: string): Steps<string> {
  if (line.length <= pieceLength) return withoutNoise(line)
  let key = ""
  let from = 0
  for (const to of pieceEnds(line, 0, line.length)) {
    yield
    key += cleaned(line.slice(from, to))
    from = to
  }
  return key.replace(/ {2,}/g, " ").trim()
}

const withoutNoise = (line: string): string => (advertisement.test(line) ? "" : cleaned(line).trim())

const cleaned = (text: string): string => {
  let plain = text
  for (const { pattern, put } of rules) plain = plain.replace(pattern, put)
  // A space alone is as it should be, and there are many.
  return plain.replace(/\s{2,}|[^\S ]/g, " ")
}
