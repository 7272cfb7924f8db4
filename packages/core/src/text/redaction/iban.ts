/** Account numbers (ISO 13616): length of the country, and check digits by ISO 7064 (mod 97). */
import type { Rule } from "./Rule.ts"

const pattern = /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ \u00a0\u202f.-]?[A-Z0-9]){11,40}/gu

/** Characters of an IBAN by country, of the registry of SWIFT. */
const lengths = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 " +
    "GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 " +
    "MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 " +
    "SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const)
)

const isValid = (account: string): boolean => {
  let rest = 0
  for (const letter of account.slice(4) + account.slice(0, 4)) {
    const value = parseInt(letter, 36)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest === 1
}

export const iban: Rule = {
  entity: "FINANCIAL",
  pattern,
  length: ({ text }) => {
    const wanted = lengths.get(text.slice(0, 2)) ?? Infinity
    let account = ""
    for (let at = 0; at < text.length; at++) {
      const letter = text.charAt(at)
      if (/[A-Z0-9]/.test(letter)) account += letter
      if (account.length === wanted) return !/[A-Z0-9]/.test(text.charAt(at + 1)) && isValid(account) ? at + 1 : 0
    }
    return 0
  }
}
