/**
 * X.509 certificates for loopback servers, made when they are needed: nothing
 * secret lies in the repository and nothing expires in it.
 *
 * The encoder knows as much of DER (ITU-T X.690) and RFC 5280 as these need.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

export interface Certificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
}

export interface Authority extends Certificate {
  readonly name: string
  readonly privateKey: KeyObject
}

export interface Subject {
  readonly commonName: string
  /** Names and IPv4 addresses the certificate is for. */
  readonly names: ReadonlyArray<string>
  readonly notBefore: Date
  readonly notAfter: Date
}

/** A certificate authority that only its own process trusts. */
export const makeAuthority = (name: string): Authority => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const subject: Subject = { commonName: name, names: [], notBefore: yearsFromNow(-1), notAfter: yearsFromNow(10) }
  return { name, privateKey, ...pem(encode(subject, publicKey, name, privateKey, true), privateKey) }
}

/** Signed by `authority`, or by itself when there is none. */
export const makeCertificate = (subject: Subject, authority?: Authority): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const issuer = authority ?? { name: subject.commonName, privateKey }
  return pem(encode(subject, publicKey, issuer.name, issuer.privateKey, false), privateKey)
}

export const yearsFromNow = (years: number): Date => {
  const date = new Date()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}

const pem = (der: Buffer, privateKey: KeyObject): Certificate => ({
  cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
})

const encode = (subject: Subject, publicKey: KeyObject, issuer: string, signer: KeyObject, isAuthority: boolean) => {
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(issuer),
    sequence(time(subject.notBefore), time(subject.notAfter)),
    distinguishedName(subject.commonName),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions(subject, isAuthority)))
  )
  return sequence(
    toBeSigned,
    ecdsaWithSha256,
    tagged(0x03, Buffer.from([0]), sign("sha256", toBeSigned, { key: signer, dsaEncoding: "der" }))
  )
}

const extensions = (subject: Subject, isAuthority: boolean): ReadonlyArray<Buffer> => {
  const basicConstraints = sequence(
    oid("2.5.29.19"),
    tagged(0x01, Buffer.from([0xff])),
    tagged(0x04, isAuthority ? sequence(tagged(0x01, Buffer.from([0xff]))) : sequence())
  )
  if (subject.names.length === 0) return [basicConstraints]
  const names = subject.names.map((name) =>
    /^[\d.]+$/.test(name)
      ? tagged(0x87, Buffer.from(name.split(".").map(Number)))
      : tagged(0x82, Buffer.from(name, "ascii"))
  )
  return [basicConstraints, sequence(oid("2.5.29.17"), tagged(0x04, sequence(...names)))]
}

const tagged = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => tagged(0x30, ...parts)

const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)

const oid = (text: string): Buffer => {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const groups = [arc & 0x7f]
    for (let more = arc >> 7; more > 0; more >>= 7) groups.unshift((more & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return tagged(0x06, Buffer.from(bytes))
}

const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"))

const distinguishedName = (commonName: string): Buffer =>
  sequence(tagged(0x31, sequence(oid("2.5.4.3"), tagged(0x0c, Buffer.from(commonName, "utf8")))))

const time = (date: Date): Buffer =>
  tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`, "ascii"))
