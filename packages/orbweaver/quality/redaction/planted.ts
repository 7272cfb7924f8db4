/** Personal data by kind, drawn anew for each page, and texts that only look like it. */
import type { Random } from "@orbweaver/testing/internal/crash/random"

export interface Planted {
  readonly kind: "EMAIL" | "PHONE" | "FINANCIAL" | "LOCATION" | "SECRET"
  /** Which form of the kind, for the report. */
  readonly form: string
  /** As people write it. */
  readonly text: string
}

const textOf = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => random.of([...alphabet])).join("")

const digits = "0123456789"
const letters = "abcdefghijklmnopqrstuvwxyz"
const upper = letters.toUpperCase()
const word = letters + upper + digits

/** `#` is a digit, `$` a digit from 2 on, `^` a capital, `?` a small letter, `*` a letter or digit, `~` a hexadecimal digit. */
const filled = (random: Random, form: string): string =>
  form.replace(/[#$^?*~]/g, (sign) =>
    textOf(
      random,
      { "#": digits, $: digits.slice(2), "^": upper, "?": letters, "*": word, "~": "0123456789abcdef" }[sign]!,
      1
    )
  )

const luhn = (random: Random, prefix: string, length: number): string => {
  const body = prefix + textOf(random, digits, length - prefix.length - 1)
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const weighed = index % 2 === 0 ? 2 * Number(digit) : Number(digit)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}

const inFours = (text: string, between = " "): string => text.replace(/(.{4})(?=.)/g, `$1${between}`)

const iban = (random: Random, form: string): string => {
  const account = filled(random, form.slice(2))
  const numbers = [...`${account}${form.slice(0, 2)}00`].map((letter) => parseInt(letter, 36)).join("")
  return `${form.slice(0, 2)}${String(98n - (BigInt(numbers) % 97n)).padStart(2, "0")}${account}`
}

const name = (random: Random) => `${textOf(random, letters, 6)}${textOf(random, ".-_", 1)}${textOf(random, letters, 7)}`
const host = (random: Random) =>
  `${textOf(random, letters, 8)}.${random.of(["com", "de", "co.uk", "example", "com.br", "museum", "xn--p1ai"])}`

type Maker = (random: Random) => string
const forms = (made: ReadonlyArray<string>): ReadonlyArray<readonly [form: string, make: Maker]> =>
  made.map((form) => [form, (random) => filled(random, form)])

const makers: Readonly<Record<Planted["kind"], ReadonlyArray<readonly [form: string, make: Maker]>>> = {
  EMAIL: [
    ["plain", (random) => `${name(random)}@${host(random)}`],
    ["capitals", (random) => `${name(random).toUpperCase()}@${host(random).toUpperCase()}`],
    ["tag", (random) => `${name(random)}+news@${host(random)}`],
    ["sub-domain", (random) => `${name(random)}@mail.eu.${host(random)}`],
    ["letters beyond ASCII", (random) => `jürgen.${name(random)}@müller-${host(random)}`],
    ["%40", (random) => `${name(random)}%40${host(random)}`],
    ["[at]", (random) => `${name(random)} [at] ${host(random)}`],
    ["(at)", (random) => `${name(random)}(at)${host(random)}`],
    ["at and dot", (random) => `${textOf(random, letters, 9)} [at] ${textOf(random, letters, 9)} [dot] org`]
  ],
  PHONE: forms([
    "+49 (0)30 $#####-##",
    "+44 20 7$## ####",
    "+1 (415) $##-####",
    "+1-212-$##-####",
    "+1.650.$##.####",
    "+33 1 $# ## ## ##",
    "+4915#########",
    "+39 06 $### ####",
    "+34 91$ ### ###",
    "+86 10 $### ####",
    "+81-3-$###-####",
    "+91 9#### #####",
    "+55 (11) 9$###-####",
    "+972-3-$##-####",
    "+7 (495) $##-##-##",
    "0049 30 $######",
    "011 44 20 7$## ####",
    "(212) $##-####",
    "415-$##-####",
    "650.$##.####",
    "1-800-$##-####",
    "06 $# ## ## ##",
    "020 7$## ####",
    "07$## ######",
    "030/$#######",
    "(0711) $######",
    "0171 $######",
    "03-$###-####",
    "010-$###-####",
    "8 (495) $##-##-##",
    "(11) 9$###-####"
  ]),
  FINANCIAL: [
    ["Visa", (random) => luhn(random, "4", 16)],
    ["Visa in groups", (random) => inFours(luhn(random, "4", 16))],
    ["Mastercard with hyphens", (random) => inFours(luhn(random, "53", 16), "-")],
    ["Mastercard of the 2 series, no-break spaces", (random) => inFours(luhn(random, "2221", 16), "\u00a0")],
    ["American Express", (random) => luhn(random, "37", 15).replace(/(.{4})(.{6})/, "$1 $2 ")],
    ["Discover", (random) => inFours(luhn(random, "6011", 16))],
    ["JCB", (random) => luhn(random, "3530", 16)],
    ["UnionPay of 19", (random) => luhn(random, "62", 19)],
    ["Diners", (random) => luhn(random, "36", 14).replace(/(.{4})(.{6})/, "$1 $2 ")],
    ["IBAN DE", (random) => iban(random, "DE##################")],
    ["IBAN DE in groups", (random) => inFours(iban(random, "DE##################"))],
    ["IBAN GB", (random) => inFours(iban(random, "GB^^^^##############"))],
    ["IBAN FR", (random) => inFours(iban(random, "FR##########^^#########^#".replaceAll("^", "K")))],
    ["IBAN MT", (random) => iban(random, "MT^^^^#####ABCDEFGHIJKLMNOPQR")],
    ["IBAN NO", (random) => inFours(iban(random, "NO###########"))],
    ["IBAN with hyphens", (random) => inFours(iban(random, "NL^^^^##########"), "-")]
  ],
  LOCATION: forms([
    "203.0.113.4#",
    "192.168.1##.2$",
    "10.2#.1$.7",
    "2001:db8:~~~~:~~~~::~~~1",
    "2001:0db8:~~~~:~~~~:~~~~:~~~~:~~~~:~~~~",
    "fe80::1ff:fe~~:~~~~%eth0",
    "::ffff:203.0.113.#"
  ]),
  SECRET: [
    ...forms([
      "AKIA^^^^^^^^^^^^^^^^",
      "ghp_***********************************#",
      "github_pat_*********************#_***********************************************************",
      "glpat-*******************#",
      "xoxb-############-#############-************************",
      "sk_live_***********************#",
      "rk_test_***********************#",
      "AIza**********************************#",
      "sk-proj-***************************************#",
      "sk-ant-api03-***************************************#",
      "SG.*********************#.******************************************#",
      "npm_***********************************#",
      "https://hooks.slack.com/services/T0######*/B0######*/************************",
      "hf_????????????????????????????????*#"
    ]),
    [
      "JWT",
      (random) =>
        `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI${textOf(random, word, 24)}.${textOf(random, `${word}-_`, 42)}${textOf(random, word, 1)}`
    ],
    [
      "private key",
      (random) =>
        `-----BEGIN RSA PRIVATE KEY-----\n${Array.from({ length: 12 }, () => textOf(random, `${word}+/`, 64)).join("\n")}\n-----END RSA PRIVATE KEY-----`
    ],
    [
      "OpenSSH key",
      (random) =>
        `-----BEGIN OPENSSH PRIVATE KEY-----\n${Array.from({ length: 6 }, () => textOf(random, `${word}+/`, 70)).join("\n")}\n-----END OPENSSH PRIVATE KEY-----`
    ]
  ]
}

export const kinds = ["EMAIL", "PHONE", "FINANCIAL", "LOCATION", "SECRET"] as const

/** One text of the kind. */
export const plant = (random: Random, kind: Planted["kind"]): Planted => {
  const [form, make] = random.of(makers[kind])
  return { kind, form, text: make(random) }
}

const lookAlikes: ReadonlyArray<string> = [
  "$1,234,5##.99",
  "1.2##.567,89 €",
  "CHF 12'3##.00",
  "2024-2025",
  "1998–2024",
  "2024-05-1#",
  "1#.05.2024",
  "05/1#/2024 12:3#",
  "2024-05-12T12:3#:45.123Z",
  "978-3-16-14841#-0",
  "ISBN 0-306-4061#-2",
  "v1.2.3#",
  "version 10.2.3.4#",
  "node 24.21.0-rc.#",
  "firmware 4.15.0.1##",
  "Order no. 4111 1111 1111 111#",
  "order 1002-4455-9##1",
  "SKU 0049-30-12345#",
  "invoice #2024-0000#12",
  "d41d8cd98f00b204e9800998ecf84~~~",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8~~",
  "52.5200#8, 13.404954",
  "48°51'2#\"N 2°21'03\"E",
  "550e8400-e29b-41d4-a716-44665544000#",
  "00:1a:2b:3c:4d:~~",
  "12:3#:45",
  "std::vector",
  "Foo::Bar::baz",
  "logo@2x.png",
  "@media (min-width: 1#00px)",
  "npm i react@18.2.#",
  "git@v2",
  "10 000 0#0",
  "3.14159265358979#",
  "1,000-1,50#",
  "100-200-300",
  "RFC 793#",
  "§ 1.2.3.#",
  "+12.5 %",
  "+1 000 €",
  "4242 4242 4242 424#x",
  "sk-button-primary-large-rounded",
  "AKIA is a prefix",
  "DE12 3456",
  "16:9",
  "0.0.#",
  "ghp_short",
  "EAN 40063813339#1",
  "DOI 10.1000/18#2345",
  "1-2-3-4-5-6-7-8-9",
  "0800",
  "11-22-33",
  "192 × 108 × 1#",
  "2001: A Space Odyssey",
  "Windows 10.0.19045.4#",
  "1.5e-1#",
  "17000000000##",
  "status 17450123456789012##",
  "viewBox 0 0 24 2#",
  "M10 20.5 30.25 4# L 50 60",
  "rgba(0, 0, 0, 0.5#)",
  "iPhone 14 2022 25#",
  "hotel 1234567#",
  "24/7",
  "A4 210 x 29#",
  "01.02.2024 - 05.03.202#",
  "EN 10025-2:201#",
  "password reset 2024-guidelines-for-everyone",
  "bearer of good news",
  "DE 1234567#",
  "2 000 000 – 3 000 000",
  "05 12 2024",
  "#ff00##",
  "0x7fffff~~",
  "12.5.1#",
  "1 234 567 89#",
  "1,234,567,89#",
  "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBw#=",
  "Z80-1234-567#",
  "ID 4f3e-88a1-#",
  "H.264/MPEG-4",
  "page 12-3#",
  "2001-2010-20#0",
  "10:30-11:4#",
  "a:b:c",
  "fe::x",
  "user@host",
  "x@y",
  "2@3.4"
]

export const lookAlike = (random: Random): string => filled(random, random.of(lookAlikes))
